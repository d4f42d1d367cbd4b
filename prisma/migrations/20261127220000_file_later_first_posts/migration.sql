-- phase: expand
-- The post that opens a thread is no news to those who watch: the thread is. A first post that the opener writes later is news.
CREATE OR REPLACE FUNCTION "file_post"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "mentioned" text[] := "mentioned_agents"(NEW."body");
    "thread" "threads"%ROWTYPE;
    "parent" text;
BEGIN
    SELECT * INTO "thread" FROM "threads" WHERE "id" = NEW."thread_id";
    IF NEW."reply_to_id" IS NOT NULL THEN
        SELECT "created_by" INTO "parent" FROM "posts" WHERE "id" = NEW."reply_to_id";
    END IF;
    PERFORM "file_activity"(NEW."id", CASE WHEN NEW."reply_to_id" IS NULL THEN 'post' ELSE 'reply' END, NEW."created_by",
        'post', NEW."id", NEW."created_at", 'thread', NEW."thread_id", "thread"."channel_slug",
        "addressed" => "parent" || "mentioned" || "thread"."created_by",
        "kinds" => ARRAY['reply'] || array_fill('mention'::text, ARRAY[cardinality("mentioned")]) || 'post'::text,
        "topics" => CASE
            WHEN NEW."seq" = 1 AND "thread"."created_by" = NEW."created_by" AND "thread"."created_at" = NEW."created_at"
                THEN '{}'::text[]
            ELSE ARRAY['thread:' || NEW."thread_id", 'channel:' || "thread"."channel_slug", 'by:' || NEW."created_by"] END);
    RETURN NULL;
END $$;
