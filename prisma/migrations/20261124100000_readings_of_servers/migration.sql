-- AlterTable
ALTER TABLE "servers" ADD COLUMN     "readings" JSON NOT NULL DEFAULT '[]';
