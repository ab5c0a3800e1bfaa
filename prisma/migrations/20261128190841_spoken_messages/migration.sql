-- AlterTable
ALTER TABLE "servers" ADD COLUMN     "authors" BOOLEAN;

-- CreateTable
CREATE TABLE "spoken_messages" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "character" TEXT NOT NULL,
    "message" TEXT,
    "at" BIGINT NOT NULL,

    CONSTRAINT "spoken_messages_pkey" PRIMARY KEY ("guild","id")
);

-- CreateIndex
CREATE INDEX "spoken_messages_guild_message_idx" ON "spoken_messages"("guild", "message");

-- CreateIndex
CREATE INDEX "spoken_messages_user_id_idx" ON "spoken_messages"("user_id");

-- CreateIndex
CREATE INDEX "spoken_messages_at_idx" ON "spoken_messages"("at");

-- CreateIndex
CREATE UNIQUE INDEX "spoken_messages_guild_channel_user_id_n_key" ON "spoken_messages"("guild", "channel", "user_id", "n");
