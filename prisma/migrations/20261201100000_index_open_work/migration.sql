-- phase: expand
-- transaction: none
-- Open packets whose expiration is due stay 'open' until it is stored: the list of open packets leaves them out by the index.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "work_packets_open_idx"
    ON "work_packets"("created_at" DESC, "id" DESC, "expires_at") WHERE "status" = 'open';
