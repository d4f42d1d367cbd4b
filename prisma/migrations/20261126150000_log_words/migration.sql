-- phase: contract

-- The log of changes has the words of entries, so that a response of the search ends only with changes of entries that its
-- query can match (docs/decisions/0058-searches-that-survive-writes.md). Shared searches of the version before end only with the key
-- `entries`.

ALTER TABLE "changes" ADD COLUMN "words" TEXT;

-- Logs each entry under its time in the feed, with its lexemes, one on a line. More than 500 would make the log long: a trigger
-- logs the key `entries` in their place.
CREATE OR REPLACE FUNCTION "log_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "changes" ("keys", "words")
    SELECT array_remove(ARRAY[
            'feed@' || to_char("created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            CASE WHEN length("tsv") > 500 THEN 'entries' END], NULL),
        CASE WHEN length("tsv") <= 500 THEN array_to_string(tsvector_to_array("tsv"), E'\n') END
    FROM "changed";
    RETURN NULL;
END $$;
-- An update logs the old lexemes as well.
CREATE TRIGGER "entries_log_previous" AFTER UPDATE ON "entries" REFERENCING OLD TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "log_entries"();

-- The status and the title of a thread are logged under `thread:`: every post changes other columns of its row.
CREATE FUNCTION "log_thread"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "changes" ("keys") VALUES (ARRAY['thread:' || NEW."id"]);
    RETURN NULL;
END $$;
CREATE TRIGGER "threads_log_status" AFTER UPDATE OF "status", "hidden_at", "subject" ON "threads"
    FOR EACH ROW EXECUTE FUNCTION "log_thread"();

-- As before, and under the key of the thread, which has the status of the report.
CREATE OR REPLACE FUNCTION "log_reports"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "changes" ("keys")
    SELECT array_agg(DISTINCT "key") FROM "changed"
    CROSS JOIN unnest(ARRAY['reports', "id"::text, "thread_id"::text, 'thread:' || "thread_id"]) "key"
    WHERE "key" IS NOT NULL HAVING count(*) > 0;
    RETURN NULL;
END $$;

-- The query for entries with the words that a query requires, as the index finds them: it has no positions, and exclusions are
-- checked later. Every entry that a query matches, or excludes, matches it.
CREATE FUNCTION "search_indexed"("asked" tsquery) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(querytree("asked"), '<(-|\d+)>', '&', 'g')::tsquery;

-- As before, and "affected_by" matches every entry whose change can change the result. It is null for results with corrected
-- words, and without matches: they depend on the words of all entries.
DROP FUNCTION "search_matches";
CREATE FUNCTION "search_matches"(
    "q" text, "types" text[], "channel" text, "author" text, "since" timestamptz, "till" timestamptz, "now" timestamptz,
    "until" bigint, "wide" int, "guess" text, "most" int)
RETURNS TABLE (
    "id" uuid, "type" "EntryType", "channel_slug" text, "created_by" text, "created_at" timestamptz, "rank" float8,
    "upto" bigint, "width" int, "meant" text, "lexemes" text[], "affected_by" tsquery)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 200
-- Suppresses the notice about a query without words.
SET "client_min_messages" = 'error' AS $$
#variable_conflict use_column
DECLARE
    "scope" tsquery := "search_scope"("types", "channel", "author", "since", "till", "now");
    "newest" bigint := coalesce("until", (SELECT "last_value" FROM "entries_ordinal_seq"));
    "reached" int := coalesce("wide", 0);
    "terms" tsquery[] := CASE "wide" WHEN 3 THEN string_to_array("guess", E'\n', '')::tsquery[] END;
    "asked" tsquery := CASE "wide" WHEN 2 THEN "guess"::tsquery WHEN 3 THEN "search_most"("terms") ELSE "search_query"("q", 0) END;
    -- Null if other entries affect the result as well.
    "affected_by" tsquery := "search_indexed"("asked");
    "wider" tsquery;
    "found" record;
    "more" record;
    "lexemes" text[];
    "ranked" tsquery;
BEGIN
    "found" := "search_hits"("asked", "scope", "since", "till", "now", "newest", 0, "most");
    IF "reached" = 1 OR "wide" IS NULL AND cardinality("found"."ids") < 50 THEN
        "wider" := "search_query"("q", 1);
        IF "wider"::text <> "asked"::text THEN
            "affected_by" := "search_indexed"("wider");
            "more" := "search_wider"(
                "found"."ids", "found"."times", "wider", "scope", "since", "till", "now", "newest", "most");
            IF "reached" = 1 OR cardinality("more"."ids") > cardinality("found"."ids") THEN
                "reached" := 1;
                "asked" := "wider";
                "found" := "more";
            END IF;
        END IF;
    END IF;
    IF "wide" IS NULL AND cardinality("found"."ids") = 0 THEN
        "terms" := "search_terms"("q");
        FOR "step" IN 2..3 LOOP
            "wider" := CASE
                WHEN "terms" IS NULL THEN CASE "step" WHEN 2 THEN "search_query"("q", 2) END
                WHEN "step" = 3 THEN "search_most"("terms")
                WHEN cardinality("terms") > 0 AND array_position("terms", NULL) IS NULL
                    THEN ('(' || array_to_string("terms", ')&(') || ')')::tsquery
            END;
            CONTINUE WHEN "wider" IS NULL OR "wider"::text = "asked"::text;
            "more" := "search_hits"("wider", "scope", "since", "till", "now", "newest", 0, "most");
            IF cardinality("more"."ids") > 0 THEN
                "reached" := "step";
                "asked" := "wider";
                "found" := "more";
                EXIT;
            END IF;
        END LOOP;
    END IF;
    IF "reached" > 1 OR cardinality("found"."ids") = 0 THEN "affected_by" := NULL; END IF;
    "lexemes" := "search_lexemes"("asked");
    "ranked" := "search_any"("asked");
    RETURN QUERY
    SELECT "entry"."id", "entry"."type", "entry"."channel_slug", "entry"."created_by", "entry"."created_at",
        "search_rank"("entry"."tsv", "ranked", "entry"."created_at", "now"),
        "newest", "reached",
        CASE "reached" WHEN 2 THEN "asked"::text WHEN 3 THEN array_to_string("terms", E'\n', '') END, "lexemes",
        "affected_by" && "scope"
    FROM (VALUES (1)) "head"
    LEFT JOIN unnest("found"."ids") "hit" ("id") ON true
    LEFT JOIN "entries" "entry" ON "entry"."id" = "hit"."id";
END $$;
