-- CreateTable
CREATE TABLE "named_people" (
    "guild" TEXT NOT NULL,
    "battle_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "named_people_pkey" PRIMARY KEY ("guild","battle_id","user_id")
);

-- CreateIndex
CREATE INDEX "named_people_user_id_idx" ON "named_people"("user_id");

-- AddForeignKey
ALTER TABLE "named_people" ADD CONSTRAINT "named_people_guild_battle_id_fkey" FOREIGN KEY ("guild", "battle_id") REFERENCES "battles"("guild", "id") ON DELETE CASCADE ON UPDATE CASCADE;
