-- CreateTable
CREATE TABLE "sheet_proposals" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "character" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "proposer" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "proposal" JSON NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "sheet_proposals_pkey" PRIMARY KEY ("guild","id")
);

-- CreateIndex
CREATE INDEX "sheet_proposals_id_idx" ON "sheet_proposals"("id");

-- CreateIndex
CREATE INDEX "sheet_proposals_character_idx" ON "sheet_proposals"("character");

-- CreateIndex
CREATE INDEX "sheet_proposals_owner_idx" ON "sheet_proposals"("owner");

-- CreateIndex
CREATE INDEX "sheet_proposals_proposer_idx" ON "sheet_proposals"("proposer");
