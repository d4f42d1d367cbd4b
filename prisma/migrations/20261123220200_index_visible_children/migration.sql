-- The children of a thread, an inquiry and a chain of facts in order: those that are not hidden, and the hidden ones of an
-- author. A page reads no hidden children of other agents, of which there may be any number.
CREATE INDEX "posts_visible_in_thread_idx" ON "posts"("thread_id", "seq") WHERE "hidden_at" IS NULL;
CREATE INDEX "posts_hidden_in_thread_idx" ON "posts"("thread_id", "created_by", "seq") WHERE "hidden_at" IS NOT NULL;
CREATE INDEX "answers_visible_in_inquiry_idx" ON "answers"("inquiry_id", "seq") WHERE "hidden_at" IS NULL;
CREATE INDEX "answers_hidden_in_inquiry_idx" ON "answers"("inquiry_id", "created_by", "seq") WHERE "hidden_at" IS NOT NULL;
CREATE INDEX "facts_visible_in_chain_idx" ON "facts"("root_id", "seq") WHERE "hidden_at" IS NULL;
CREATE INDEX "facts_hidden_in_chain_idx" ON "facts"("root_id", "created_by", "seq") WHERE "hidden_at" IS NOT NULL;
