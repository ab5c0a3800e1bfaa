-- CreateTable
CREATE TABLE "servers" (
    "guild" TEXT NOT NULL,
    "systems" TEXT[],
    "rolls" TEXT NOT NULL,
    "house_rules" JSON NOT NULL,

    CONSTRAINT "servers_pkey" PRIMARY KEY ("guild")
);

-- CreateTable
CREATE TABLE "characters" (
    "id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "guild" TEXT NOT NULL,
    "system" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "sheet" JSON NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "characters_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "battles" (
    "id" TEXT NOT NULL,
    "guild" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "system" TEXT NOT NULL,
    "rules_version" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "seed" TEXT NOT NULL,
    "table" JSON NOT NULL,
    "game" JSON NOT NULL,
    "pending" JSON,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "battles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seats" (
    "battle_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "seats_pkey" PRIMARY KEY ("battle_id","user_id")
);

-- CreateTable
CREATE TABLE "log_entries" (
    "battle_id" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "order_id" TEXT NOT NULL,
    "entry" JSON NOT NULL,

    CONSTRAINT "log_entries_pkey" PRIMARY KEY ("battle_id","n")
);

-- CreateTable
CREATE TABLE "panels" (
    "battle_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "posted_at" BIGINT NOT NULL,

    CONSTRAINT "panels_pkey" PRIMARY KEY ("battle_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "characters_owner_guild_system_name_key_key" ON "characters"("owner", "guild", "system", "name_key");

-- CreateIndex
CREATE INDEX "battles_channel_idx" ON "battles"("channel");

-- CreateIndex
CREATE INDEX "battles_guild_idx" ON "battles"("guild");

-- CreateIndex
CREATE UNIQUE INDEX "one_unfinished_battle_per_channel" ON "battles"("channel") WHERE (status <> 'ended');

-- CreateIndex
CREATE INDEX "seats_user_id_idx" ON "seats"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "log_entries_battle_id_order_id_key" ON "log_entries"("battle_id", "order_id");

-- AddForeignKey
ALTER TABLE "seats" ADD CONSTRAINT "seats_battle_id_fkey" FOREIGN KEY ("battle_id") REFERENCES "battles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "log_entries" ADD CONSTRAINT "log_entries_battle_id_fkey" FOREIGN KEY ("battle_id") REFERENCES "battles"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "panels" ADD CONSTRAINT "panels_battle_id_fkey" FOREIGN KEY ("battle_id") REFERENCES "battles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
