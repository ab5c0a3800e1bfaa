-- CreateTable
CREATE TABLE "outbox" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "n" BIGSERIAL NOT NULL,
    "lane" TEXT NOT NULL,
    "item" JSON,
    "edition" INTEGER NOT NULL,
    "newest" INTEGER NOT NULL,
    "token" TEXT,
    "token_until" BIGINT,
    "remembered" BOOLEAN NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "held_by" TEXT NOT NULL,
    "due_at" BIGINT NOT NULL,
    "parked_for" TEXT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("guild","id")
);

-- CreateIndex
CREATE INDEX "outbox_waiting" ON "outbox"("guild", "lane", "n") WHERE (item IS NOT NULL);
