-- phase: expand
-- transaction: none
CREATE INDEX CONCURRENTLY IF NOT EXISTS "activities_inbox_idx" ON "activities"("created_at") WHERE "feed_type" IS NULL;
