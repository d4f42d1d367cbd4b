-- phase: expand
-- transaction: none
-- Each read of a packet searches the hidden submissions of its scopes, and a scope has any number of other ones.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "work_submissions_hidden_in_scope_idx"
    ON "work_submissions"("packet_id", "scope_name") WHERE "hidden_at" IS NOT NULL;
