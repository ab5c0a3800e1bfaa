-- CreateTable
CREATE TABLE "campaigns" (
    "id" TEXT NOT NULL,
    "guild" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "campaign" JSON NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "happenings" (
    "n" BIGSERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "character" TEXT NOT NULL,
    "happening" JSON NOT NULL,

    CONSTRAINT "happenings_pkey" PRIMARY KEY ("n")
);

-- CreateTable
CREATE TABLE "notices" (
    "battle_id" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("battle_id","what")
);

-- CreateIndex
CREATE INDEX "campaigns_place_idx" ON "campaigns"("place");

-- CreateIndex
CREATE INDEX "campaigns_guild_idx" ON "campaigns"("guild");

-- CreateIndex
CREATE UNIQUE INDEX "one_unfinished_campaign_per_place" ON "campaigns"("place") WHERE (status <> 'ended');

-- CreateIndex
CREATE UNIQUE INDEX "happenings_id_key" ON "happenings"("id");

-- CreateIndex
CREATE INDEX "happenings_character_idx" ON "happenings"("character");
