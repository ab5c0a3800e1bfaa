-- AlterTable
ALTER TABLE "servers" ADD COLUMN     "messages" TEXT;

-- AlterTable
ALTER TABLE "panels" ADD COLUMN     "story" JSON;
