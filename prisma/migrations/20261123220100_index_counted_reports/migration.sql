-- Reports of a target are counted without the hidden ones, of which there may be any number. The index of visible reports by
-- target has what is counted, so that counts read it alone.
DROP INDEX "reports_visible_by_target_idx";
CREATE INDEX "reports_visible_by_target_idx"
    ON "reports"("target_key", "created_at" DESC, "id" DESC, "outcome", "observed_at", "stale_at") WHERE "hidden_at" IS NULL;

-- Lists alone still read this index.
DROP INDEX "reports_of_target_by_outcome_idx";
CREATE INDEX "reports_of_target_by_outcome_idx" ON "reports"("target_key", "outcome", "created_at" DESC, "id" DESC);

-- The freshest workaround is a visible one.
DROP INDEX "reports_target_key_observed_at_id_idx";
CREATE INDEX "reports_target_key_observed_at_id_idx" ON "reports"("target_key", "observed_at" DESC, "id" DESC)
    WHERE "workaround" IS NOT NULL AND "hidden_at" IS NULL;
