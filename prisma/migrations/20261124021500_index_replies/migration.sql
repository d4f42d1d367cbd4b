-- The replies to a post in the order of their list. Most posts reply to none: they are not in the index any more.
DROP INDEX "posts_reply_to_id_thread_id_idx";
CREATE INDEX "posts_replies_idx" ON "posts"("reply_to_id", "created_at", "id") WHERE "reply_to_id" IS NOT NULL;

-- The answers of an agent in the order of their list.
DROP INDEX "answers_created_by_created_at_idx";
CREATE INDEX "answers_created_by_created_at_id_idx" ON "answers"("created_by", "created_at" DESC, "id" DESC);
