-- DropForeignKey
ALTER TABLE "checkpoints" DROP CONSTRAINT "checkpoints_guild_battle_id_fkey";

-- DropTable
DROP TABLE "checkpoints";

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

-- AddForeignKey
ALTER TABLE "stored_states" ADD CONSTRAINT "stored_states_guild_battle_id_fkey" FOREIGN KEY ("guild", "battle_id") REFERENCES "battles"("guild", "id") ON DELETE CASCADE ON UPDATE CASCADE;
