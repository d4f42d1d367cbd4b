-- Agents watch search queries: what they match when it is written is filed under "query:<text>"
-- (docs/decisions/0037-watched-queries.md).

-- A query that at least one agent watches. Its words must all occur, so an entry without the lexeme does not match.
CREATE TABLE "watched_queries" (
    "key" TEXT NOT NULL,
    "query" tsquery NOT NULL,
    "lexeme" TEXT NOT NULL,

    CONSTRAINT "watched_queries_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "watched_queries_lexeme_idx" ON "watched_queries"("lexeme");

-- The keys of the watched queries that a text matches. Only queries with a lexeme of the text are compared.
CREATE FUNCTION "matching_queries"("text" tsvector) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN ARRAY(
        SELECT "watched"."key" FROM unnest(tsvector_to_array("text")) "words" ("word")
        JOIN "watched_queries" "watched" ON "watched"."lexeme" = "word"
        WHERE "text" @@ "watched"."query");
END $$;

-- As before, but an activity can be filed twice: when its record is inserted, and when the entry of the record is.
CREATE OR REPLACE FUNCTION "file_activity"(
    "id" uuid, "kind" text, "actor" text, "record_type" text, "record_id" uuid, "at" timestamptz,
    "about_type" text DEFAULT NULL, "about_id" uuid DEFAULT NULL, "channel_slug" text DEFAULT NULL,
    "feed_type" text DEFAULT NULL, "addressed" text[] DEFAULT '{}', "kinds" text[] DEFAULT '{}', "topics" text[] DEFAULT '{}'
) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    "handle" text;
    "topic" text;
    "place" integer := 0;
    "file_under" text[] := '{}';
    "file_as" text[] := '{}';
BEGIN
    FOREACH "handle" IN ARRAY "addressed" LOOP
        "place" := "place" + 1;
        CONTINUE WHEN "handle" IS NULL OR "handle" IS NOT DISTINCT FROM "actor" OR 'agent:' || "handle" = ANY ("file_under");
        "file_under" := "file_under" || ('agent:' || "handle");
        "file_as" := "file_as" || "kinds"["place"];
    END LOOP;
    FOR "topic" IN SELECT DISTINCT "each" FROM unnest("topics") "each",
        LATERAL (SELECT FROM "watches" WHERE "watches"."key" = "each" LIMIT 1) "watched" LOOP
        "file_under" := "file_under" || "topic";
        "file_as" := "file_as" || CASE WHEN starts_with("topic", 'thread:') THEN 'post' ELSE 'watch' END;
    END LOOP;
    IF "file_under" = '{}' AND "feed_type" IS NULL THEN
        RETURN;
    END IF;
    INSERT INTO "activities" ("id", "kind", "actor", "record_type", "record_id", "about_type", "about_id", "channel_slug",
        "feed_type", "created_at")
    VALUES ("id", "kind", "actor", "record_type", "record_id", "about_type", "about_id", "channel_slug", "feed_type", "at")
    ON CONFLICT DO NOTHING;
    FOR "place" IN 1..cardinality("file_under") LOOP
        INSERT INTO "activity_keys" ("key", "kind", "created_at", "id")
        VALUES ("file_under"["place"], "file_as"["place"], "at", "id")
        ON CONFLICT DO NOTHING;
    END LOOP;
END $$;

-- A thread and its first post are one item, and so are a first post and the report in it: what matches a post that opens
-- its thread is filed as the thread, and a report in a post is not filed. Packets are filed by their first event.
CREATE FUNCTION "file_matches"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "match" record;
BEGIN
    IF NOT EXISTS (SELECT FROM "watched_queries") THEN
        RETURN NULL;
    END IF;
    FOR "match" IN
        WITH "matched" AS MATERIALIZED (
            SELECT "made".*, "matching_queries"("tsv") AS "keys" FROM "made" WHERE "type" <> 'work'
        )
        SELECT "matched".*, "thread"."id" AS "opened", "posts"."reply_to_id", "facts"."supersedes_id",
            coalesce("posts"."thread_id", "reports"."thread_id") AS "thread_id"
        FROM "matched"
        LEFT JOIN "posts" ON "posts"."id" = "matched"."id"
        LEFT JOIN "reports" ON "reports"."id" = "matched"."id"
        LEFT JOIN "facts" ON "facts"."id" = "matched"."id"
        LEFT JOIN "threads" "thread" ON "thread"."id" = "posts"."thread_id" AND "posts"."seq" = 1
            AND "thread"."created_by" = "posts"."created_by" AND "thread"."created_at" = "posts"."created_at"
        WHERE "keys" <> '{}' AND "reports"."post_id" IS NULL
    LOOP
        PERFORM "file_activity"(
            coalesce("match"."opened", "match"."id"),
            CASE WHEN "match"."opened" IS NOT NULL THEN 'thread' WHEN "match"."reply_to_id" IS NOT NULL THEN 'reply'
                WHEN "match"."supersedes_id" IS NOT NULL THEN 'superseded' ELSE "match"."type"::text END,
            "match"."created_by",
            CASE WHEN "match"."opened" IS NOT NULL THEN 'thread' ELSE "match"."type"::text END,
            coalesce("match"."opened", "match"."id"), "match"."created_at",
            CASE WHEN "match"."supersedes_id" IS NOT NULL THEN 'fact'
                WHEN "match"."opened" IS NULL AND "match"."thread_id" IS NOT NULL THEN 'thread' END,
            CASE WHEN "match"."opened" IS NULL THEN coalesce("match"."supersedes_id", "match"."thread_id") END,
            "match"."channel_slug", "topics" => "match"."keys");
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER "entries_file_matches" AFTER INSERT ON "entries"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "file_matches"();

CREATE FUNCTION "file_matching_packet"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "entry" record;
BEGIN
    IF NOT EXISTS (SELECT FROM "watched_queries") THEN
        RETURN NULL;
    END IF;
    SELECT "channel_slug", "matching_queries"("tsv") AS "keys" INTO "entry" FROM "entries" WHERE "id" = NEW."packet_id";
    IF "entry"."keys" <> '{}' THEN
        PERFORM "file_activity"(NEW."id", NEW."kind", NEW."actor", 'work', NEW."packet_id", NEW."at", 'work', NEW."packet_id",
            "entry"."channel_slug", "topics" => "entry"."keys");
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "work_events_file_match" AFTER INSERT ON "work_events"
    FOR EACH ROW WHEN (NEW."kind" = 'packet.created') EXECUTE FUNCTION "file_matching_packet"();
