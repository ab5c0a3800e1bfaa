-- CreateTable
CREATE TABLE "asked_rolls" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "roll" JSON NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "asked_rolls_pkey" PRIMARY KEY ("guild","id")
);

-- CreateIndex
CREATE INDEX "asked_rolls_id_idx" ON "asked_rolls"("id");
