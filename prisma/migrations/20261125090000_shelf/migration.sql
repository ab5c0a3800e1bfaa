-- CreateTable
CREATE TABLE "shelf_items" (
    "guild" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "keeper" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "system" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "thing" JSON NOT NULL,
    "edition" INTEGER NOT NULL,
    "rules_edition" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,

    CONSTRAINT "shelf_items_pkey" PRIMARY KEY ("guild","id")
);

-- CreateIndex
CREATE INDEX "shelf_items_id_idx" ON "shelf_items"("id");

-- CreateIndex
CREATE INDEX "shelf_items_keeper_idx" ON "shelf_items"("keeper");

-- CreateIndex
CREATE UNIQUE INDEX "one_shelf_item_of_a_name" ON "shelf_items"("guild", "scope", "owner", "kind", "system", "name_key") WHERE (deleted_at IS NULL);
