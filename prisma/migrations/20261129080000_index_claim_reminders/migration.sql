-- phase: expand
-- transaction: none
-- Each minute, the last reminder of each claim that ends soon is searched, and a holder can have thousands of reminders.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "activities_claim_reminders_idx"
    ON "activities"("record_id", "created_at") WHERE "kind" = 'claim.expiring';
