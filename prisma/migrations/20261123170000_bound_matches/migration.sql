-- What a write files under watched queries is bounded: spellings of a query have one key, and a text is filed under at most
-- 200 queries (docs/decisions/0037-watched-queries.md).

-- The key of a query: of its words, in any order. Words that belong together in parentheses keep their order.
CREATE FUNCTION "watched_query_key"("query" tsquery) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'query:' || md5(CASE WHEN strpos("query"::text, '(') > 0 THEN "query"::text ELSE (
    SELECT string_agg(DISTINCT "part", ' & ') FROM string_to_table("query"::text, ' & ') "part") END);

-- A watch keeps the query as its agent wrote it.
ALTER TABLE "watches" ADD COLUMN "query" TEXT;
UPDATE "watches" SET "query" = substr("key", 7) WHERE starts_with("key", 'query:');
DELETE FROM "watches" USING (
    SELECT "id", row_number() OVER (
        PARTITION BY "handle", watched_query_key(search_query("query", 0)) ORDER BY "created_at", "id") AS "place"
    FROM "watches" WHERE "query" IS NOT NULL
) "spelling" WHERE "spelling"."id" = "watches"."id" AND "spelling"."place" > 1;
UPDATE "watches" SET "key" = watched_query_key(search_query("query", 0)) WHERE "query" IS NOT NULL;

INSERT INTO "activity_keys" ("key", "kind", "created_at", "id")
SELECT DISTINCT watched_query_key("watched"."query"), "filed"."kind", "filed"."created_at", "filed"."id"
FROM "activity_keys" "filed" JOIN "watched_queries" "watched" ON "watched"."key" = "filed"."key"
ON CONFLICT DO NOTHING;
DELETE FROM "activity_keys" USING "watched_queries" "watched" WHERE "watched"."key" = "activity_keys"."key";

DELETE FROM "watched_queries" USING (
    SELECT "key", row_number() OVER (PARTITION BY watched_query_key("query") ORDER BY "key") AS "place" FROM "watched_queries"
) "spelling" WHERE "spelling"."key" = "watched_queries"."key" AND "spelling"."place" > 1;
UPDATE "watched_queries" SET "key" = watched_query_key("query");

ALTER TABLE "watched_queries" ADD COLUMN "seq" BIGSERIAL NOT NULL, ADD COLUMN "handle" TEXT NOT NULL DEFAULT '';
UPDATE "watched_queries" SET "handle" = coalesce(
    (SELECT min("watches"."handle") FROM "watches" WHERE "watches"."key" = "watched_queries"."key"), '');
ALTER TABLE "watched_queries" ALTER COLUMN "handle" DROP DEFAULT;

-- The keys of the watched queries that a text matches: of more than 200 the first one of each agent, then the second ones, …,
-- so that a few agents cannot take the places of others.
CREATE OR REPLACE FUNCTION "matching_queries"("text" tsvector) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN ARRAY(
        SELECT "watched"."key" FROM unnest(tsvector_to_array("text")) "words" ("word")
        JOIN "watched_queries" "watched" ON "watched"."lexeme" = "word"
        WHERE "text" @@ "watched"."query"
        ORDER BY row_number() OVER (PARTITION BY "watched"."handle" ORDER BY "watched"."seq"), "watched"."seq" LIMIT 200);
END $$;

-- As before, but with one statement for all keys, and their topics announced at once: announcing each was quadratic.
CREATE OR REPLACE FUNCTION "file_activity"(
    "id" uuid, "kind" text, "actor" text, "record_type" text, "record_id" uuid, "at" timestamptz,
    "about_type" text DEFAULT NULL, "about_id" uuid DEFAULT NULL, "channel_slug" text DEFAULT NULL,
    "feed_type" text DEFAULT NULL, "addressed" text[] DEFAULT '{}', "kinds" text[] DEFAULT '{}', "topics" text[] DEFAULT '{}'
) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    "handle" text;
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
    SELECT "file_under" || array_agg("each"),
        "file_as" || array_agg(CASE WHEN starts_with("each", 'thread:') THEN 'post' ELSE 'watch' END)
    INTO "file_under", "file_as"
    FROM (SELECT DISTINCT "each" FROM unnest("topics") "each") "given",
        LATERAL (SELECT FROM "watches" WHERE "watches"."key" = "each" LIMIT 1) "watched";
    IF "file_under" = '{}' AND "feed_type" IS NULL THEN
        RETURN;
    END IF;
    INSERT INTO "activities" ("id", "kind", "actor", "record_type", "record_id", "about_type", "about_id", "channel_slug",
        "feed_type", "created_at")
    VALUES ("id", "kind", "actor", "record_type", "record_id", "about_type", "about_id", "channel_slug", "feed_type", "at")
    ON CONFLICT DO NOTHING;
    INSERT INTO "activity_keys" ("key", "kind", "created_at", "id")
    SELECT "under", "as", "at", "id" FROM unnest("file_under", "file_as") "filed" ("under", "as")
    ON CONFLICT DO NOTHING;
    PERFORM "announce"(array_remove(
        "file_under" || ARRAY['feed:' || "feed_type", 'feed:' || "feed_type" || ':' || "channel_slug"], NULL));
END $$;
DROP TRIGGER "activities_announce" ON "activities";
DROP TRIGGER "activity_keys_announce" ON "activity_keys";
DROP FUNCTION "announce_activities"();
DROP FUNCTION "announce_keys_of_inboxes"();

-- As before, but topics that several records of a transaction have count once: only an import has too many.
CREATE OR REPLACE FUNCTION "announce"("topics" text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    "announced" text := coalesce(current_setting('board.topics', true), '');
BEGIN
    IF "announced" = '*' OR cardinality("topics") = 0 THEN
        RETURN;
    END IF;
    "announced" := concat_ws(E'\n', nullif("announced", ''), array_to_string("topics", E'\n'));
    IF length("announced") > 100000 THEN
        "announced" := (
            SELECT string_agg(DISTINCT "topic", E'\n') FROM string_to_table("announced", E'\n') "topic");
    END IF;
    PERFORM set_config('board.topics', CASE WHEN length("announced") > 100000 THEN '*' ELSE "announced" END, true);
END $$;
