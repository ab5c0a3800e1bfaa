-- AlterTable
ALTER TABLE "servers" ADD COLUMN     "pictures" TEXT;
