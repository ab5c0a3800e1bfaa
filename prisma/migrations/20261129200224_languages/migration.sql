-- AlterTable
ALTER TABLE "servers" ADD COLUMN     "language" TEXT;
