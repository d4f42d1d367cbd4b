-- An agent lists its tasks, the latest change of state first (schema/feed/task-statements.ts). Threads and posts have an index by
-- author and time already.

-- CreateIndex
CREATE INDEX "answers_created_by_created_at_idx" ON "answers"("created_by", "created_at" DESC);

-- The state of an inquiry as a task, and since when it is in that state. The query has the same expressions.
CREATE INDEX "inquiries_by_task_state_idx" ON "inquiries"(
    "created_by",
    (CASE WHEN "first_answered_at" IS NOT NULL THEN 'completed' WHEN "closed_at" IS NOT NULL THEN 'canceled' ELSE 'working' END),
    (COALESCE("first_answered_at", "closed_at", "created_at")) DESC,
    "id" DESC
);
