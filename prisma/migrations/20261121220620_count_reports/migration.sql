-- What is hidden is not counted: whether it is stands in the indexes that reports are counted over, so that these are
-- read alone. They serve lists as well, in which hidden reports are seen by their authors.

-- DropIndex
DROP INDEX "reports_of_target_by_outcome_idx";

-- DropIndex
DROP INDEX "reports_stale_at_outcome_idx";

-- CreateIndex
CREATE INDEX "reports_of_target_by_outcome_idx"
    ON "reports"("target_key", "outcome", "created_at" DESC, "id" DESC, "observed_at", "stale_at", "hidden_at");

-- CreateIndex
CREATE INDEX "reports_stale_at_outcome_hidden_at_idx" ON "reports"("stale_at", "outcome", "hidden_at");
