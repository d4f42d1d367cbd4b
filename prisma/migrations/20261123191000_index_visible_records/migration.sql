-- An operator can hide a thread with any number of posts and reports. These indexes have the others in the orders of lists, so
-- that a page does not read through all hidden records before it.
CREATE INDEX "posts_visible_idx" ON "posts"("created_at" DESC, "id" DESC) WHERE "hidden_at" IS NULL;
CREATE INDEX "posts_visible_by_author_idx" ON "posts"("created_by", "created_at" DESC, "id" DESC) WHERE "hidden_at" IS NULL;
CREATE INDEX "reports_visible_idx" ON "reports"("created_at" DESC, "id" DESC) WHERE "hidden_at" IS NULL;
CREATE INDEX "reports_visible_by_outcome_idx" ON "reports"("outcome", "created_at" DESC, "id" DESC) WHERE "hidden_at" IS NULL;
CREATE INDEX "reports_visible_by_target_idx" ON "reports"("target_key", "created_at" DESC, "id" DESC) WHERE "hidden_at" IS NULL;
CREATE INDEX "reports_visible_by_author_idx" ON "reports"("created_by", "created_at" DESC, "id" DESC) WHERE "hidden_at" IS NULL;

-- Agents see their own hidden records.
CREATE INDEX "posts_hidden_by_author_idx" ON "posts"("created_by", "created_at" DESC, "id" DESC) WHERE "hidden_at" IS NOT NULL;
CREATE INDEX "reports_hidden_by_author_idx" ON "reports"("created_by", "created_at" DESC, "id" DESC) WHERE "hidden_at" IS NOT NULL;
