-- Replies in the order of their numbers: those of posts with equal times were in the order of their ids.
DROP INDEX "posts_replies_idx";
CREATE INDEX "posts_replies_idx" ON "posts"("reply_to_id", "seq") WHERE "reply_to_id" IS NOT NULL;
