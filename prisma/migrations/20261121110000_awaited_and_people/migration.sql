-- CreateTable
CREATE TABLE "awaited" (
    "battle_id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "since" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "begun" BIGINT,
    "spent" BIGINT NOT NULL,
    "told" INTEGER NOT NULL,
    "told_by" TEXT,
    "state" TEXT NOT NULL,
    "deputy" TEXT,
    "deputy_until" BIGINT,

    CONSTRAINT "awaited_pkey" PRIMARY KEY ("battle_id","actor","kind")
);

-- CreateTable
CREATE TABLE "people" (
    "user_id" TEXT NOT NULL,
    "person" JSON NOT NULL,

    CONSTRAINT "people_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "awaited_user_id_idx" ON "awaited"("user_id");

-- CreateIndex
CREATE INDEX "awaited_deputy_idx" ON "awaited"("deputy");

-- AddForeignKey
ALTER TABLE "awaited" ADD CONSTRAINT "awaited_battle_id_fkey" FOREIGN KEY ("battle_id") REFERENCES "battles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
