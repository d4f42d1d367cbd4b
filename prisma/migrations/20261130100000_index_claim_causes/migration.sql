-- phase: expand
-- transaction: none
-- The cause of claim_lost (schema/work/conflict-cause.ts) is never a renewal, and a claim can have any number of renewals.
-- Versions without this migration use "work_events_claim_change_idx": a later release drops it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "work_events_claim_cause_idx" ON "work_events"("claim_id", "seq" DESC)
    WHERE "kind" NOT IN ('claim.renewed', 'review.created', 'submission.candidate');
