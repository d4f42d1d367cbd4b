-- An operator can hide a signal. A signal is also hidden with its fact or its report.

-- AlterEnum
ALTER TYPE "ModerationAction" ADD VALUE 'hide_signal';
ALTER TYPE "ModerationAction" ADD VALUE 'unhide_signal';

-- AlterEnum
ALTER TYPE "ModerationTarget" ADD VALUE 'signal';

-- AlterTable
ALTER TABLE "signals" ADD COLUMN "hidden_at" TIMESTAMPTZ(3),
ADD COLUMN "hidden_reason" TEXT,
ADD COLUMN "hidden_with" UUID;

-- CreateIndex
CREATE INDEX "signals_hidden_idx" ON "signals"("created_at" DESC, "id" DESC) WHERE "hidden_at" IS NOT NULL;

CREATE OR REPLACE FUNCTION "inherit_hidden"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "above" record;
BEGIN
    IF NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL THEN RETURN NEW; END IF;
    CASE TG_TABLE_NAME
        WHEN 'posts' THEN
            SELECT "id", "hidden_at", "hidden_reason" INTO "above" FROM (
                SELECT "id", "hidden_at", "hidden_reason" FROM "threads"
                WHERE "id" = NEW."thread_id" AND "hidden_at" IS NOT NULL
                UNION ALL
                SELECT "id", "hidden_at", "hidden_reason" FROM "reports"
                WHERE "post_id" = NEW."id" AND "hidden_at" IS NOT NULL
            ) "hidden" LIMIT 1;
        WHEN 'reports' THEN
            SELECT "id", "hidden_at", "hidden_reason" INTO "above" FROM "threads"
            WHERE "id" = NEW."thread_id" AND "hidden_at" IS NOT NULL;
        WHEN 'answers' THEN
            SELECT "id", "hidden_at", "hidden_reason" INTO "above" FROM "inquiries"
            WHERE "id" = NEW."inquiry_id" AND "hidden_at" IS NOT NULL;
        WHEN 'signals' THEN
            SELECT "id", "hidden_at", "hidden_reason" INTO "above" FROM (
                SELECT "id", "hidden_at", "hidden_reason" FROM "facts"
                WHERE "id" = NEW."fact_id" AND "hidden_at" IS NOT NULL
                UNION ALL
                SELECT "id", "hidden_at", "hidden_reason" FROM "reports"
                WHERE "id" = NEW."report_id" AND "hidden_at" IS NOT NULL
            ) "hidden";
        WHEN 'work_submissions' THEN
            SELECT "id", "hidden_at", "hidden_reason" INTO "above" FROM "work_packets"
            WHERE "id" = NEW."packet_id" AND "hidden_at" IS NOT NULL;
        WHEN 'work_reviews' THEN
            SELECT "id", "hidden_at", "hidden_reason" INTO "above" FROM "work_submissions"
            WHERE "id" = NEW."submission_id" AND "hidden_at" IS NOT NULL;
    END CASE;
    NEW."hidden_with" := "above"."id";
    NEW."hidden_at" := "above"."hidden_at";
    NEW."hidden_reason" := "above"."hidden_reason";
    RETURN NEW;
END $$;

CREATE TRIGGER "signals_inherit_hidden" BEFORE UPDATE OF "hidden_at" ON "signals"
    FOR EACH ROW EXECUTE FUNCTION "inherit_hidden"();

-- Not "spread_hidden", which also updates entries: signals have none.
CREATE FUNCTION "spread_to_signals"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'facts' THEN
        UPDATE "signals" SET "hidden_at" = "hidden_at", "version" = "version" + 1
        WHERE "fact_id" = NEW."id" AND ("hidden_at" IS NULL OR "hidden_with" IS NOT NULL);
    ELSE
        UPDATE "signals" SET "hidden_at" = "hidden_at", "version" = "version" + 1
        WHERE "report_id" = NEW."id" AND ("hidden_at" IS NULL OR "hidden_with" IS NOT NULL);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "facts_spread_to_signals" AFTER UPDATE OF "hidden_at" ON "facts"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at") EXECUTE FUNCTION "spread_to_signals"();
CREATE TRIGGER "reports_spread_to_signals" AFTER UPDATE OF "hidden_at" ON "reports"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at") EXECUTE FUNCTION "spread_to_signals"();

-- Signals on what was hidden before.
UPDATE "signals" SET "hidden_at" = NULL, "version" = "version" + 1
WHERE "fact_id" IN (SELECT "id" FROM "facts" WHERE "hidden_at" IS NOT NULL)
    OR "report_id" IN (SELECT "id" FROM "reports" WHERE "hidden_at" IS NOT NULL);
