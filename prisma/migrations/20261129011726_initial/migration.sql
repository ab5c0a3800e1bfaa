-- CreateTable
CREATE TABLE "servers" (
    "guild" TEXT NOT NULL,
    "systems" TEXT[],
    "rolls" TEXT NOT NULL,
    "house_rules" JSON NOT NULL,
    "editions" JSON NOT NULL,
    "readings" JSON NOT NULL DEFAULT '[]',
    "desk" TEXT,
    "pictures" TEXT,
    "authors" BOOLEAN,

    CONSTRAINT "servers_pkey" PRIMARY KEY ("guild")
);

-- CreateTable
CREATE TABLE "characters" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "system" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "sheet" JSON NOT NULL,
    "edition" INTEGER NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "shared_by" TEXT,

    CONSTRAINT "characters_pkey" PRIMARY KEY ("guild","id")
);

-- CreateTable
CREATE TABLE "shelf_items" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "keeper" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "system" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "thing" JSON NOT NULL,
    "edition" INTEGER NOT NULL,
    "rules_edition" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,

    CONSTRAINT "shelf_items_pkey" PRIMARY KEY ("guild","id")
);

-- CreateTable
CREATE TABLE "kept_pictures" (
    "guild" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "image" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "touched_at" BIGINT NOT NULL,

    CONSTRAINT "kept_pictures_pkey" PRIMARY KEY ("guild","owner","hash")
);

-- CreateTable
CREATE TABLE "faces" (
    "guild" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "faces_pkey" PRIMARY KEY ("guild","holder")
);

-- CreateTable
CREATE TABLE "asked_rolls" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "roll" JSON NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "asked_rolls_pkey" PRIMARY KEY ("guild","id")
);

-- CreateTable
CREATE TABLE "spoken_messages" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "character" TEXT NOT NULL,
    "message" TEXT,
    "at" BIGINT NOT NULL,

    CONSTRAINT "spoken_messages_pkey" PRIMARY KEY ("guild","id")
);

-- CreateTable
CREATE TABLE "battles" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "system" TEXT NOT NULL,
    "rules_version" INTEGER NOT NULL,
    "house_edition" INTEGER NOT NULL,
    "dice_edition" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "seed" TEXT NOT NULL,
    "table" JSON NOT NULL,
    "game" JSON NOT NULL,
    "changes" JSON,
    "pending" JSON,
    "rewritten" INTEGER NOT NULL DEFAULT 0,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "battles_pkey" PRIMARY KEY ("guild","id")
);

-- CreateTable
CREATE TABLE "seats" (
    "guild" TEXT NOT NULL,
    "battle_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "seats_pkey" PRIMARY KEY ("guild","battle_id","user_id")
);

-- CreateTable
CREATE TABLE "named_people" (
    "guild" TEXT NOT NULL,
    "battle_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "named_people_pkey" PRIMARY KEY ("guild","battle_id","user_id")
);

-- CreateTable
CREATE TABLE "log_entries" (
    "guild" TEXT NOT NULL,
    "battle_id" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "order_id" TEXT NOT NULL,
    "entry" JSON NOT NULL,

    CONSTRAINT "log_entries_pkey" PRIMARY KEY ("guild","battle_id","n")
);

-- CreateTable
CREATE TABLE "stored_states" (
    "guild" TEXT NOT NULL,
    "battle_id" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "house_edition" INTEGER NOT NULL,
    "rules_version" INTEGER NOT NULL,
    "state" JSON NOT NULL,

    CONSTRAINT "stored_states_pkey" PRIMARY KEY ("guild","battle_id","n")
);

-- CreateTable
CREATE TABLE "alarms" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "data" JSON NOT NULL,
    "due_at" BIGINT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "alarms_pkey" PRIMARY KEY ("guild","id")
);

-- CreateTable
CREATE TABLE "panels" (
    "guild" TEXT NOT NULL,
    "battle_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "posted_at" BIGINT NOT NULL,
    "story" JSON,

    CONSTRAINT "panels_pkey" PRIMARY KEY ("guild","battle_id")
);

-- CreateTable
CREATE TABLE "campaigns" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "campaign" JSON NOT NULL,
    "editions" JSON NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("guild","id")
);

-- CreateTable
CREATE TABLE "happenings" (
    "guild" TEXT NOT NULL,
    "n" BIGSERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "character" TEXT NOT NULL,
    "happening" JSON NOT NULL,
    "edition" INTEGER NOT NULL,
    "rules_edition" INTEGER NOT NULL,

    CONSTRAINT "happenings_pkey" PRIMARY KEY ("guild","n")
);

-- CreateTable
CREATE TABLE "notices" (
    "guild" TEXT NOT NULL,
    "battle_id" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("guild","battle_id","what")
);

-- CreateTable
CREATE TABLE "awaited" (
    "guild" TEXT NOT NULL,
    "battle_id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "since" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "begun" BIGINT,
    "spent" BIGINT NOT NULL,
    "told" INTEGER NOT NULL,
    "told_by" TEXT,
    "state" TEXT NOT NULL,
    "deputy" TEXT,
    "deputy_until" BIGINT,
    "edition" INTEGER NOT NULL,

    CONSTRAINT "awaited_pkey" PRIMARY KEY ("guild","battle_id","actor","kind")
);

-- CreateTable
CREATE TABLE "people" (
    "user_id" TEXT NOT NULL,
    "person" JSON NOT NULL,
    "edition" INTEGER NOT NULL,

    CONSTRAINT "people_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "tallied_battles" (
    "guild" TEXT NOT NULL,
    "battle_id" TEXT NOT NULL,
    "tallied" JSON NOT NULL,
    "edition" INTEGER NOT NULL,

    CONSTRAINT "tallied_battles_pkey" PRIMARY KEY ("guild","battle_id")
);

-- CreateTable
CREATE TABLE "private_statistics" (
    "user_id" TEXT NOT NULL,

    CONSTRAINT "private_statistics_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "n" BIGSERIAL NOT NULL,
    "lane" TEXT NOT NULL,
    "item" JSON,
    "edition" INTEGER NOT NULL,
    "newest" INTEGER NOT NULL,
    "token" TEXT,
    "token_until" BIGINT,
    "remembered" BOOLEAN NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "held_by" TEXT NOT NULL,
    "due_at" BIGINT NOT NULL,
    "parked_for" TEXT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("guild","id")
);

-- CreateIndex
CREATE INDEX "characters_id_idx" ON "characters"("id");

-- CreateIndex
CREATE UNIQUE INDEX "characters_owner_guild_system_name_key_key" ON "characters"("owner", "guild", "system", "name_key");

-- CreateIndex
CREATE INDEX "shelf_items_id_idx" ON "shelf_items"("id");

-- CreateIndex
CREATE INDEX "shelf_items_keeper_idx" ON "shelf_items"("keeper");

-- CreateIndex
CREATE UNIQUE INDEX "one_shelf_item_of_a_name" ON "shelf_items"("guild", "scope", "owner", "kind", "system", "name_key") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "kept_pictures_hash_idx" ON "kept_pictures"("hash");

-- CreateIndex
CREATE INDEX "kept_pictures_owner_idx" ON "kept_pictures"("owner");

-- CreateIndex
CREATE INDEX "faces_holder_idx" ON "faces"("holder");

-- CreateIndex
CREATE INDEX "faces_owner_idx" ON "faces"("owner");

-- CreateIndex
CREATE INDEX "asked_rolls_id_idx" ON "asked_rolls"("id");

-- CreateIndex
CREATE INDEX "spoken_messages_guild_message_idx" ON "spoken_messages"("guild", "message");

-- CreateIndex
CREATE INDEX "spoken_messages_user_id_idx" ON "spoken_messages"("user_id");

-- CreateIndex
CREATE INDEX "spoken_messages_at_idx" ON "spoken_messages"("at");

-- CreateIndex
CREATE UNIQUE INDEX "spoken_messages_guild_channel_user_id_n_key" ON "spoken_messages"("guild", "channel", "user_id", "n");

-- CreateIndex
CREATE INDEX "battles_id_idx" ON "battles"("id");

-- CreateIndex
CREATE INDEX "battles_channel_idx" ON "battles"("channel");

-- CreateIndex
CREATE UNIQUE INDEX "one_unfinished_battle_per_guild_channel" ON "battles"("guild", "channel") WHERE (status <> 'ended');

-- CreateIndex
CREATE INDEX "seats_user_id_idx" ON "seats"("user_id");

-- CreateIndex
CREATE INDEX "named_people_user_id_idx" ON "named_people"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "log_entries_guild_order_id_battle_id_key" ON "log_entries"("guild", "order_id", "battle_id");

-- CreateIndex
CREATE INDEX "alarms_due_at_idx" ON "alarms"("due_at");

-- CreateIndex
CREATE INDEX "campaigns_id_idx" ON "campaigns"("id");

-- CreateIndex
CREATE INDEX "campaigns_place_idx" ON "campaigns"("place");

-- CreateIndex
CREATE UNIQUE INDEX "one_unfinished_campaign_per_guild_place" ON "campaigns"("guild", "place") WHERE (status <> 'ended');

-- CreateIndex
CREATE INDEX "happenings_character_idx" ON "happenings"("character");

-- CreateIndex
CREATE UNIQUE INDEX "happenings_guild_id_key" ON "happenings"("guild", "id");

-- CreateIndex
CREATE INDEX "awaited_user_id_idx" ON "awaited"("user_id");

-- CreateIndex
CREATE INDEX "awaited_deputy_idx" ON "awaited"("deputy");

-- CreateIndex
CREATE INDEX "outbox_waiting" ON "outbox"("guild", "lane", "n") WHERE (item IS NOT NULL);

-- AddForeignKey
ALTER TABLE "seats" ADD CONSTRAINT "seats_guild_battle_id_fkey" FOREIGN KEY ("guild", "battle_id") REFERENCES "battles"("guild", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "named_people" ADD CONSTRAINT "named_people_guild_battle_id_fkey" FOREIGN KEY ("guild", "battle_id") REFERENCES "battles"("guild", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "log_entries" ADD CONSTRAINT "log_entries_guild_battle_id_fkey" FOREIGN KEY ("guild", "battle_id") REFERENCES "battles"("guild", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_states" ADD CONSTRAINT "stored_states_guild_battle_id_fkey" FOREIGN KEY ("guild", "battle_id") REFERENCES "battles"("guild", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "panels" ADD CONSTRAINT "panels_guild_battle_id_fkey" FOREIGN KEY ("guild", "battle_id") REFERENCES "battles"("guild", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "awaited" ADD CONSTRAINT "awaited_guild_battle_id_fkey" FOREIGN KEY ("guild", "battle_id") REFERENCES "battles"("guild", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tallied_battles" ADD CONSTRAINT "tallied_battles_guild_battle_id_fkey" FOREIGN KEY ("guild", "battle_id") REFERENCES "battles"("guild", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What an order leaves as it is lies beside the row: a row that is written anew stays small, and in its place.
ALTER TABLE "battles" SET (toast_tuple_target = 128, fillfactor = 80);
