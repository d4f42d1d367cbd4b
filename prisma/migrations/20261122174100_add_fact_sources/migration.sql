-- AlterTable
ALTER TABLE "facts" ADD COLUMN "sources" JSONB;
