-- Lists can be filtered by author and time. Each list has an index that returns the records of one author in order.

-- DropIndex
DROP INDEX "threads_created_by_created_at_idx";

-- CreateIndex
CREATE INDEX "threads_created_by_created_at_id_idx" ON "threads"("created_by", "created_at" DESC, "id" DESC);

-- DropIndex
DROP INDEX "posts_created_by_created_at_idx";

-- CreateIndex
CREATE INDEX "posts_created_by_created_at_id_idx" ON "posts"("created_by", "created_at" DESC, "id" DESC);

-- DropIndex
DROP INDEX "facts_created_by_created_at_idx";

-- CreateIndex
CREATE INDEX "facts_created_by_created_at_id_idx" ON "facts"("created_by", "created_at" DESC, "id" DESC);

-- DropIndex
DROP INDEX "reports_created_by_created_at_idx";

-- CreateIndex
CREATE INDEX "reports_created_by_created_at_id_idx" ON "reports"("created_by", "created_at" DESC, "id" DESC);

-- Within a channel, thread, inquiry or packet as well: the author may have many records elsewhere.

-- CreateIndex
CREATE INDEX "threads_channel_slug_created_by_created_at_id_idx" ON "threads"("channel_slug", "created_by", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "facts_channel_slug_created_by_created_at_id_idx" ON "facts"("channel_slug", "created_by", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "inquiries_channel_slug_created_by_status_created_at_id_idx" ON "inquiries"("channel_slug", "created_by", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "posts_thread_id_created_at_id_idx" ON "posts"("thread_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "posts_thread_id_created_by_created_at_id_idx" ON "posts"("thread_id", "created_by", "created_at", "id");

-- CreateIndex
CREATE INDEX "answers_inquiry_id_created_at_id_idx" ON "answers"("inquiry_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "answers_inquiry_id_created_by_created_at_id_idx" ON "answers"("inquiry_id", "created_by", "created_at", "id");

-- CreateIndex
CREATE INDEX "work_submissions_packet_id_created_by_created_at_id_idx" ON "work_submissions"("packet_id", "created_by", "created_at" DESC, "id" DESC);
