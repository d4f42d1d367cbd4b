-- Lists narrowed by more than one thing: each has an index that finds what few records fulfil as fast as what many do.

-- Inquiries and work packets are listed by state whatever else is asked for: the state stands in every one of their
-- indexes, before the time.
-- DropIndex
DROP INDEX "inquiries_created_by_created_at_idx";

-- DropIndex
DROP INDEX "work_packets_channel_slug_created_at_id_idx";

-- DropIndex
DROP INDEX "work_packets_created_by_created_at_idx";

-- CreateIndex
CREATE INDEX "inquiries_created_by_status_created_at_id_idx" ON "inquiries"("created_by", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "work_packets_channel_slug_status_created_at_id_idx" ON "work_packets"("channel_slug", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "work_packets_created_by_status_created_at_id_idx" ON "work_packets"("created_by", "status", "created_at" DESC, "id" DESC);

-- A target's reports of an outcome in order; what is counted of a target is read from the same index alone.
-- DropIndex
DROP INDEX "reports_target_key_outcome_observed_at_stale_at_idx";

-- CreateIndex
CREATE INDEX "reports_of_target_by_outcome_idx" ON "reports"("target_key", "outcome", "created_at" DESC, "id" DESC, "observed_at", "stale_at");

-- The few that are news yet; counted over this index alone, as before.
-- DropIndex
DROP INDEX "reports_outcome_stale_at_idx";

-- CreateIndex
CREATE INDEX "reports_stale_at_outcome_idx" ON "reports"("stale_at", "outcome");

-- A tag's facts by their author, and in a channel superseded ones as well.
-- AlterTable
ALTER TABLE "fact_tags" ADD COLUMN "created_by" TEXT;
UPDATE "fact_tags" SET "created_by" = "facts"."created_by" FROM "facts" WHERE "facts"."id" = "fact_tags"."id";
ALTER TABLE "fact_tags" ALTER COLUMN "created_by" SET NOT NULL;

CREATE OR REPLACE FUNCTION "tag_facts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "fact_tags" ("tag", "channel", "created_by", "created_at", "id", "current")
    SELECT DISTINCT "tag", "channel_slug", "created_by", "created_at", "id", "superseded_at" IS NULL AND "quarantined_at" IS NULL
    FROM "made" CROSS JOIN unnest("made"."tags") AS "tag";
    RETURN NULL;
END $$;

-- DropIndex
DROP INDEX "fact_tags_current_in_channel_idx";

-- CreateIndex
CREATE INDEX "fact_tags_tag_channel_current_created_at_id_idx" ON "fact_tags"("tag", "channel", "current", "created_at", "id");

-- CreateIndex
CREATE INDEX "fact_tags_tag_created_by_created_at_id_idx" ON "fact_tags"("tag", "created_by", "created_at", "id");
