-- phase: expand
-- transaction: none
CREATE INDEX CONCURRENTLY IF NOT EXISTS "facts_root_id_superseded_at_idx" ON "facts"("root_id", "superseded_at");
