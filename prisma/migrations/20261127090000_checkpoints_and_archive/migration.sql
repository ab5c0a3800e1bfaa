-- AlterTable
ALTER TABLE "battles" ADD COLUMN     "archived" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "checkpoints" (
    "guild" TEXT NOT NULL,
    "battle_id" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "from_n" INTEGER NOT NULL,
    "house_edition" INTEGER NOT NULL,
    "rules_version" INTEGER NOT NULL,
    "rewritten" INTEGER NOT NULL,
    "state" JSON NOT NULL,
    "told" JSON NOT NULL,
    "users" TEXT[],
    "secret" BOOLEAN NOT NULL,
    "void_by" INTEGER,

    CONSTRAINT "checkpoints_pkey" PRIMARY KEY ("guild","battle_id","n")
);

-- CreateTable
CREATE TABLE "archived_entries" (
    "guild" TEXT NOT NULL,
    "battle_id" TEXT NOT NULL,
    "from_n" INTEGER NOT NULL,
    "to_n" INTEGER NOT NULL,
    "packed" BYTEA NOT NULL,

    CONSTRAINT "archived_entries_pkey" PRIMARY KEY ("guild","battle_id","from_n")
);

-- CreateIndex
CREATE INDEX "battles_to_archive" ON "battles"("created_at") WHERE (status = 'ended' AND NOT archived);

-- AddForeignKey
ALTER TABLE "checkpoints" ADD CONSTRAINT "checkpoints_guild_battle_id_fkey" FOREIGN KEY ("guild", "battle_id") REFERENCES "battles"("guild", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "archived_entries" ADD CONSTRAINT "archived_entries_guild_battle_id_fkey" FOREIGN KEY ("guild", "battle_id") REFERENCES "battles"("guild", "id") ON DELETE CASCADE ON UPDATE CASCADE;
