-- AlterTable
ALTER TABLE "servers" DROP COLUMN "messages";
