-- phase: expand
-- transaction: none
-- As "work_packets_due_idx", for submissions whose window for reviews has ended. It also serves the statements for which
-- "work_submissions_pending_expires_at_idx" was created; a later release can drop that one.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "work_submissions_due_idx"
    ON "work_submissions"("expires_at", "created_by", "packet_id") WHERE "status" = 'pending';
