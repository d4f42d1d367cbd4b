-- phase: expand
-- transaction: none
-- As "work_packets_open_idx", for the list of a channel.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "work_packets_open_in_channel_idx"
    ON "work_packets"("channel_slug", "created_at" DESC, "id" DESC, "expires_at") WHERE "status" = 'open';
