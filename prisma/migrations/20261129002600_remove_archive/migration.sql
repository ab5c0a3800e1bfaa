-- DropForeignKey
ALTER TABLE "archived_entries" DROP CONSTRAINT "archived_entries_guild_battle_id_fkey";

-- DropIndex
DROP INDEX "battles_to_archive";

-- AlterTable
ALTER TABLE "battles" DROP COLUMN "archived";

-- DropTable
DROP TABLE "archived_entries";
