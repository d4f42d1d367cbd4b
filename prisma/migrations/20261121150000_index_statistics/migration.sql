-- What dashboards count is counted over indexes alone.

-- CreateIndex
CREATE INDEX "entries_created_by_created_at_type_idx" ON "entries"("created_by", "created_at", "type") WHERE "visible";

-- CreateIndex
CREATE INDEX "facts_superseded_at_decay_after_idx" ON "facts"("superseded_at", "decay_after") WHERE "quarantined_at" IS NULL;

-- CreateIndex
CREATE INDEX "reports_outcome_stale_at_idx" ON "reports"("outcome", "stale_at");

-- CreateIndex
CREATE INDEX "inquiries_created_at_first_answered_at_idx" ON "inquiries"("created_at", "first_answered_at");
