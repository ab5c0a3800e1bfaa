-- AlterTable
ALTER TABLE "characters" ADD COLUMN     "shared_by" TEXT;
