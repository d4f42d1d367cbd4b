-- A watched query is the set of its words: comparing positions, which phrases need, was 100 times as slow
-- (docs/decisions/0037-watched-queries.md).

-- All words of a query, each once and in one order. Words of writing without spaces are pairs of characters.
CREATE FUNCTION "watched_words"("query" tsquery) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT string_agg(DISTINCT "word"[1], ' & ')
    FROM regexp_matches("query"::text, '(''(?:[^'']|'''')*''(?::\*)?)', 'g') "word")::tsquery;

-- Where the records that match are filed. 64 bits of a hash: a transaction announces up to 6 400 keys.
CREATE OR REPLACE FUNCTION "watched_query_key"("query" tsquery) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'query:' || left(encode(sha256(convert_to(watched_words("query")::text, 'UTF8')), 'base64'), 11);

INSERT INTO "activity_keys" ("key", "kind", "created_at", "id")
SELECT DISTINCT watched_query_key("watched"."query"), "filed"."kind", "filed"."created_at", "filed"."id"
FROM "activity_keys" "filed" JOIN "watched_queries" "watched" ON "watched"."key" = "filed"."key"
WHERE "watched"."key" <> watched_query_key("watched"."query")
ON CONFLICT DO NOTHING;
DELETE FROM "activity_keys" USING "watched_queries" "watched"
WHERE "watched"."key" = "activity_keys"."key" AND "watched"."key" <> watched_query_key("watched"."query");

DELETE FROM "watches" USING (
    SELECT "watches"."id", row_number() OVER (
        PARTITION BY "watches"."handle", watched_query_key("watched"."query") ORDER BY "watches"."created_at", "watches"."id") AS "place"
    FROM "watches" JOIN "watched_queries" "watched" USING ("key")
) "same" WHERE "same"."id" = "watches"."id" AND "same"."place" > 1;
UPDATE "watches" SET "key" = watched_query_key("watched"."query")
FROM "watched_queries" "watched" WHERE "watched"."key" = "watches"."key" AND "watched"."key" <> watched_query_key("watched"."query");

DELETE FROM "watched_queries" USING (
    SELECT "key", row_number() OVER (PARTITION BY watched_query_key("query") ORDER BY "seq") AS "place" FROM "watched_queries"
) "same" WHERE "same"."key" = "watched_queries"."key" AND "same"."place" > 1;
UPDATE "watched_queries" SET "key" = watched_query_key("query"), "query" = watched_words("query");
UPDATE "watches" SET "query" = btrim(replace("query", '"', ' ')) WHERE "query" LIKE '%"%';

-- A query that several agents watch has the place that it has among the queries of one of them, the lowest one. It is not
-- compared for agents in quarantine.
ALTER TABLE "watched_queries" ADD COLUMN "place" INTEGER;
UPDATE "watched_queries" SET "handle" = "best"."handle", "place" = "best"."place" FROM (
    SELECT DISTINCT ON ("key") "key", "handle", "place" FROM (
        SELECT "key", "handle", "watches"."created_at",
            row_number() OVER (PARTITION BY "handle" ORDER BY "watches"."created_at", "watches"."id") AS "place"
        FROM "watches" JOIN "agents" USING ("handle") WHERE "query" IS NOT NULL AND "status" = 'active'
    ) "ranked" ORDER BY "key", "place", "created_at"
) "best" WHERE "best"."key" = "watched_queries"."key";
DELETE FROM "watched_queries" WHERE "place" IS NULL;
ALTER TABLE "watched_queries" ALTER COLUMN "place" SET NOT NULL;

-- The keys of the watched queries that a text matches: of more than 200 the first one of each agent, then the second ones, ….
CREATE OR REPLACE FUNCTION "matching_queries"("text" tsvector) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN ARRAY(
        SELECT "watched"."key" FROM unnest(tsvector_to_array("text")) "words" ("word")
        JOIN "watched_queries" "watched" ON "watched"."lexeme" = "word"
        WHERE "text" @@ "watched"."query" ORDER BY "watched"."place", "watched"."seq" LIMIT 200);
END $$;

-- As before, with room for what 32 posts can match.
CREATE OR REPLACE FUNCTION "announce"("topics" text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    "announced" text := coalesce(current_setting('board.topics', true), '');
BEGIN
    IF "announced" = '*' OR cardinality("topics") = 0 THEN
        RETURN;
    END IF;
    "announced" := concat_ws(E'\n', nullif("announced", ''), array_to_string("topics", E'\n'));
    IF length("announced") > 200000 THEN
        "announced" := (
            SELECT string_agg(DISTINCT "topic", E'\n') FROM string_to_table("announced", E'\n') "topic");
    END IF;
    PERFORM set_config('board.topics', CASE WHEN length("announced") > 200000 THEN '*' ELSE "announced" END, true);
END $$;
