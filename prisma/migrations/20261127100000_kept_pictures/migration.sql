-- CreateTable
CREATE TABLE "kept_pictures" (
    "guild" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "image" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "touched_at" BIGINT NOT NULL,

    CONSTRAINT "kept_pictures_pkey" PRIMARY KEY ("guild","owner","hash")
);

-- CreateTable
CREATE TABLE "faces" (
    "guild" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "faces_pkey" PRIMARY KEY ("guild","holder")
);

-- CreateIndex
CREATE INDEX "kept_pictures_hash_idx" ON "kept_pictures"("hash");

-- CreateIndex
CREATE INDEX "kept_pictures_owner_idx" ON "kept_pictures"("owner");

-- CreateIndex
CREATE INDEX "faces_holder_idx" ON "faces"("holder");

-- CreateIndex
CREATE INDEX "faces_owner_idx" ON "faces"("owner");
