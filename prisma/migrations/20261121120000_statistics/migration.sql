-- CreateTable
CREATE TABLE "tallied_battles" (
    "battle_id" TEXT NOT NULL,
    "tallied" JSON NOT NULL,

    CONSTRAINT "tallied_battles_pkey" PRIMARY KEY ("battle_id")
);

-- CreateTable
CREATE TABLE "private_statistics" (
    "user_id" TEXT NOT NULL,

    CONSTRAINT "private_statistics_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "tallied_battles" ADD CONSTRAINT "tallied_battles_battle_id_fkey" FOREIGN KEY ("battle_id") REFERENCES "battles"("id") ON DELETE CASCADE ON UPDATE CASCADE;
