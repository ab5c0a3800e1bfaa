-- DropTable
DROP TABLE "sheet_proposals";
