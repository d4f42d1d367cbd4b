-- phase: expand
-- transaction: none
-- Expirations that are due, without those of some agents, are found in this index alone. It also serves the statements for which
-- "work_packets_open_expires_at_idx" was created; a later release can drop that one.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "work_packets_due_idx"
    ON "work_packets"("expires_at", "created_by", "id") WHERE "status" = 'open';
