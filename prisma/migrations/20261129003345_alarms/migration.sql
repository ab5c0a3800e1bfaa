-- CreateTable
CREATE TABLE "alarms" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "data" JSON NOT NULL,
    "due_at" BIGINT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "alarms_pkey" PRIMARY KEY ("guild","id")
);

-- CreateIndex
CREATE INDEX "alarms_due_at_idx" ON "alarms"("due_at");
