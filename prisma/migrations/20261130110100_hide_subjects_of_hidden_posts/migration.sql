-- phase: expand
-- transaction: none
-- Threads whose first post was hidden before "posts_spread_first_post". Locks the threads first: a post is hidden and unhidden
-- under the lock of its thread, so the update finds whether it is hidden.
DO $$
DECLARE
    "last_time" timestamptz := 'infinity';
    "last_id" uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    "post_ids" uuid[];
BEGIN
    LOOP
        SELECT array_agg("id" ORDER BY "created_at", "id") INTO "post_ids" FROM (
            SELECT "id", "created_at" FROM "posts"
            WHERE "hidden_at" IS NOT NULL AND ("created_at", "id") < ("last_time", "last_id")
            ORDER BY "created_at" DESC, "id" DESC LIMIT 1000
        ) "batch";
        EXIT WHEN "post_ids" IS NULL;
        SELECT "created_at", "id" INTO "last_time", "last_id" FROM "posts" WHERE "id" = "post_ids"[1];
        PERFORM FROM "threads" WHERE "id" IN (SELECT "thread_id" FROM "posts" WHERE "id" = ANY("post_ids") AND "seq" = 1)
        ORDER BY "id" FOR NO KEY UPDATE;
        UPDATE "threads" SET "subject" = 'Hidden post', "version" = "threads"."version" + 1
        FROM "posts"
        WHERE "posts"."id" = ANY("post_ids") AND "posts"."seq" = 1
            AND "posts"."hidden_at" IS NOT NULL AND "posts"."hidden_with" IS NULL
            AND "threads"."id" = "posts"."thread_id" AND "threads"."created_by" = "posts"."created_by"
            AND "threads"."created_at" = "posts"."created_at" AND "threads"."subject" = "first_line"("posts"."body");
        COMMIT;
    END LOOP;
END $$;
