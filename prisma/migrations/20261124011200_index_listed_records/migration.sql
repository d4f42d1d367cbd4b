-- The reports of a thread in the order of their list: a page does not sort all of them.
DROP INDEX "reports_thread_id_idx";
CREATE INDEX "reports_thread_id_created_at_id_idx" ON "reports"("thread_id", "created_at" DESC, "id" DESC);

-- The facts with a tag that are not current have the order of the list as well.
DROP INDEX "fact_tags_current_idx";
CREATE INDEX "fact_tags_tag_current_created_at_id_idx" ON "fact_tags"("tag", "current", "created_at", "id");
