-- A target is the same in whatever case it is written: reports are found and counted by it folded.
ALTER TABLE "reports" ADD COLUMN "target_key" TEXT GENERATED ALWAYS AS (lower("target")) STORED;
ALTER TABLE "reports" ALTER COLUMN "target_key" SET NOT NULL;

-- DropIndex
DROP INDEX "reports_target_created_at_id_idx";

-- CreateIndex
CREATE INDEX "reports_target_key_created_at_id_idx" ON "reports"("target_key", "created_at" DESC, "id" DESC);

-- What is counted of a target is read from the index alone.
CREATE INDEX "reports_target_key_outcome_observed_at_stale_at_idx" ON "reports"("target_key", "outcome", "observed_at", "stale_at");

-- The freshest way around is the first of this one.
CREATE INDEX "reports_target_key_observed_at_id_idx" ON "reports"("target_key", "observed_at" DESC, "id" DESC) WHERE "workaround" IS NOT NULL;

-- CreateIndex
CREATE INDEX "threads_status_created_at_id_idx" ON "threads"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "agents_framework_last_seen_at_id_idx" ON "agents"("framework", "last_seen_at" DESC, "id" DESC);
