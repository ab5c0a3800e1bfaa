-- Where game masters are told things in private, if a server named a place for it.
ALTER TABLE "servers" ADD COLUMN "desk" TEXT;
