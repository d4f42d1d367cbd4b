-- Search filters by author and until a time, and finds records with most of the words of a query where no record has all
-- of them. Which matches hold, and so come first, is decided by the statement that calls "search_matches"
-- (schema/search/statements.ts).

-- 1. Marks ----------------------------------------------------------------------------------------------------------

-- Every entry is marked with its author, like its type and channel: the index then finds a common word of a rare author
-- without reading the entries of all other authors. A trigger adds the mark, whichever function writes the entry.
CREATE FUNCTION "mark_author"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."tsv" := NEW."tsv" || array_to_tsvector(ARRAY['~a' || NEW."created_by"]);
    RETURN NEW;
END $$;
CREATE TRIGGER "entries_mark_author" BEFORE INSERT OR UPDATE OF "tsv" ON "entries"
    FOR EACH ROW EXECUTE FUNCTION "mark_author"();

-- Building the index takes less time than updating it for every row.
DROP INDEX "entries_tsv_idx";
UPDATE "entries" SET "tsv" = "tsv";
CREATE INDEX "entries_tsv_idx" ON "entries" USING GIN ("tsv") WITH (fastupdate = off) WHERE "visible";

-- 2. Queries --------------------------------------------------------------------------------------------------------

DROP FUNCTION "search_page";
DROP FUNCTION "search_wider";
DROP FUNCTION "search_hits";
DROP FUNCTION "search_scope";

-- The marks that the entries of a search must have, by its filters. Empty if every entry may match. An empty list of types
-- matches no entry. Days or months mark a period that ends with `till` or today and begins with `since` or the oldest
-- entry; a period of more than 140 months has no marks, because nearly all entries are in it.
CREATE FUNCTION "search_scope"(
    "types" text[], "channel" text, "author" text, "since" timestamptz, "till" timestamptz, "now" timestamptz)
RETURNS tsquery LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "sought" tsquery := ''::tsquery;
    "last" bigint := "search_day"(least("till", "now"));
    "first" bigint := "search_day"("since");
BEGIN
    IF "types" IS NOT NULL THEN
        -- No entry has the mark '~t'.
        "sought" := array_to_string(ARRAY(SELECT quote_literal('~t' || "type") FROM unnest(array_append("types", '')) "type"), '|');
    END IF;
    IF "channel" IS NOT NULL THEN "sought" := "sought" && "search_lexeme"('~c' || "channel"); END IF;
    IF "author" IS NOT NULL THEN "sought" := "sought" && "search_lexeme"('~a' || "author"); END IF;
    IF "till" < "now" THEN
        "first" := greatest("first", (
            SELECT "search_day"(min("oldest"."created_at"))
            FROM unnest(enum_range(NULL::"EntryType")) "known" ("type"), LATERAL (
                SELECT "created_at" FROM "entries" WHERE "visible" AND "entries"."type" = "known"."type"
                ORDER BY "created_at" LIMIT 1
            ) "oldest"));
    END IF;
    IF "first" IS NULL THEN RETURN "sought"; END IF;
    "first" := least("first", "last");
    -- One day or month more at the end: the clocks of several processes differ.
    IF "last" - "first" <= 45 THEN
        "sought" := "sought" && array_to_string(
            ARRAY(SELECT quote_literal('~d' || "day") FROM generate_series("first", "last" + 1) "day"), '|')::tsquery;
    ELSIF ("last" >> 5) - ("first" >> 5) <= 140 THEN
        "sought" := "sought" && array_to_string(
            ARRAY(SELECT quote_literal('~m' || "month") FROM generate_series("first" >> 5, ("last" >> 5) + 1) "month"), '|')::tsquery;
    END IF;
    RETURN "sought";
END $$;

-- The terms of a query without quotes, OR and exclusions, at most eight of them corrected as "search_term" does. A term
-- without a similar word is null. Terms without words, such as "the", are left out. Returns null for any other query:
-- quotes, OR and exclusions are followed exactly.
CREATE FUNCTION "search_terms"("q" text) RETURNS tsquery[] LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "terms" tsquery[] := '{}';
    "text" text;
    "term" tsquery;
BEGIN
    IF "q" ~* '["“”„‟«»]|(^|\s)(-[^-\s]|or(\s|$))' THEN RETURN NULL; END IF;
    FOR "text" IN SELECT regexp_split_to_table(btrim("q"), '\s+') LOOP
        "term" := "search_term"("text", CASE WHEN cardinality("terms") >= 8 THEN 1 ELSE 2 END);
        CONTINUE WHEN numnode("term") = 0 OR "term" = ANY ("terms");
        "terms" := array_append("terms", "term");
    END LOOP;
    RETURN "terms";
END $$;

-- Matches at least half of the first six terms, and at least two. Empty, and so without matches, for fewer than three
-- terms, because half of two words is one word. Six terms have 20 combinations; eight would have 70, which take seconds where
-- all words are common.
CREATE FUNCTION "search_most"("terms" tsquery[]) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    "known" tsquery[] := array_remove("terms"[:6], NULL);
    "needed" int := (least(cardinality("terms"), 6) + 1) / 2;
BEGIN
    IF cardinality("terms") < 3 OR cardinality("known") < "needed" THEN RETURN ''; END IF;
    RETURN array_to_string(ARRAY(
        SELECT '(' || (
            SELECT string_agg('(' || "known"["i"]::text || ')', '&')
            FROM generate_series(1, cardinality("known")) "i" WHERE "chosen" & (1 << "i" - 1) > 0
        ) || ')'
        FROM generate_series(1, (1 << cardinality("known")) - 1) "chosen"
        WHERE bit_count("chosen"::bit(6)) = "needed"
    ), '|');
END $$;

-- 3. Matches --------------------------------------------------------------------------------------------------------

-- Returns the newest entries that match a query, at most `most`, with ordinals from `back` to `newest`, and the rank of each
-- by the query `ranked`. Reads one slice of ordinals after another, newest first. A slice is as long as is likely to yield
-- the missing matches, judged by how frequent they were so far, but at most seven times as long as all slices before it:
-- a word can be rare in new entries and frequent in old ones. The last slice is all the rest, once it is two thirds of all
-- entries or is likely to have a hundred matches at most. The marks are a separate condition: with two conditions the GIN
-- index skips entries, with one combined condition it would read each.
CREATE FUNCTION "search_hits"(
    "asked" tsquery, "ranked" tsquery, "scope" tsquery, "since" timestamptz, "till" timestamptz, "now" timestamptz,
    "newest" bigint, "back" bigint, "most" int,
    OUT "ids" uuid[], OUT "times" timestamptz[], OUT "ranks" float8[])
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "to" bigint := "newest" + 1;
    "from" bigint := greatest((("newest" >> 10) - 1) << 10, "back");
    "left" int := "most";
    "span" bigint;
    "size" bigint;
    "marks" tsquery;
    "slice" record;
BEGIN
    "ids" := '{}';
    IF numnode("asked") = 0 OR "till" <= "since" THEN RETURN; END IF;
    LOOP
        "marks" := CASE WHEN "from" > 0 THEN "scope" && "search_between"("from", "to") ELSE "scope" END;
        IF numnode("marks") > 0 THEN
            SELECT array_agg("id") AS "ids", array_agg("created_at") AS "times",
                array_agg("search_rank"("tsv", "ranked", "created_at", "now")) AS "ranks"
            INTO "slice" FROM (
                SELECT * FROM (
                    SELECT "id", "created_at", "tsv", "ordinal" FROM "entries"
                    WHERE "visible" AND "tsv" @@ "asked" AND "tsv" @@ "marks" AND "ordinal" < "to"
                        AND ("since" IS NULL OR "created_at" >= "since") AND ("till" IS NULL OR "created_at" < "till") OFFSET 0
                ) "hits" ORDER BY "ordinal" DESC LIMIT "left"
            ) "latest";
        ELSE
            SELECT array_agg("id") AS "ids", array_agg("created_at") AS "times",
                array_agg("search_rank"("tsv", "ranked", "created_at", "now")) AS "ranks"
            INTO "slice" FROM (
                SELECT * FROM (
                    SELECT "id", "created_at", "tsv", "ordinal" FROM "entries"
                    WHERE "visible" AND "tsv" @@ "asked" AND "ordinal" < "to"
                        AND ("since" IS NULL OR "created_at" >= "since") AND ("till" IS NULL OR "created_at" < "till") OFFSET 0
                ) "hits" ORDER BY "ordinal" DESC LIMIT "left"
            ) "latest";
        END IF;
        "ids" := "ids" || "slice"."ids";
        "times" := "times" || "slice"."times";
        "ranks" := "ranks" || "slice"."ranks";
        "left" := "most" - cardinality("ids");
        EXIT WHEN "from" <= "back" OR "left" = 0;
        "to" := "from";
        "span" := "newest" - "to";
        "size" := "span" * least(7, greatest(0.5, 1.2 * "left" / greatest(cardinality("ids"), 1)));
        "from" := CASE
            WHEN "span" + "size" > least(1 << 21, "newest" / 3) OR (cardinality("ids") + 1) * "newest" / "span" <= 100 THEN "back"
            ELSE greatest((("to" - "size") >> "search_bits"("size")) << "search_bits"("size"), "back")
        END;
    END LOOP;
END $$;

-- Returns what a query matches, and what it matches if names match by their parts as well. The parts are looked up in the
-- newest 2^15 entries or a few more only, because the phrase must be checked in every entry that has the words.
CREATE FUNCTION "search_wider"(
    "asked" tsquery, "wider" tsquery, "scope" tsquery, "since" timestamptz, "till" timestamptz, "now" timestamptz,
    "newest" bigint, "most" int,
    OUT "ids" uuid[], OUT "times" timestamptz[], OUT "ranks" float8[])
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg("id"), '{}'), array_agg("time"), array_agg("rank") FROM (
        SELECT "hit".* FROM "search_hits"("asked", "wider", "scope", "since", "till", "now", "newest", 0, "most") "as_written",
            unnest("as_written"."ids", "as_written"."times", "as_written"."ranks") "hit" ("id", "time", "rank")
        UNION
        SELECT "hit".* FROM "search_hits"(
                "wider", "wider", "scope", "since", "till", "now", "newest", greatest(("newest" >> 15) - 1, 0) << 15, "most") "near",
            unnest("near"."ids", "near"."times", "near"."ranks") "hit" ("id", "time", "rank")
        ORDER BY 2 DESC LIMIT "most"
    ) "hits";
$$;

-- Returns the newest entries that a query matches, at most `most`, in no particular order. The search widens in steps
-- (`width`): 0, the query as written; 1, if that matches less than a page, names by their parts as well; if that matches
-- nothing, 2, the query with its words corrected; if that matches nothing either, 3, entries with most of the corrected
-- words. Each row has the ordinal of the newest entry searched (`upto`), the width and, from width 2 on, the corrected query
-- (`meant`; of width 3 its terms, one per line). Without matches there is one row without an id. Later pages pass these
-- values, so that they have the matches of the first page.
CREATE FUNCTION "search_matches"(
    "q" text, "types" text[], "channel" text, "author" text, "since" timestamptz, "till" timestamptz, "now" timestamptz,
    "until" bigint, "wide" int, "guess" text, "most" int)
RETURNS TABLE (
    "id" uuid, "type" "EntryType", "channel_slug" text, "created_by" text, "created_at" timestamptz, "rank" float8,
    "upto" bigint, "width" int, "meant" text, "lexemes" text[])
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
    "wider" tsquery;
    "found" record;
    "more" record;
    "lexemes" text[];
BEGIN
    IF "reached" = 1 THEN
        "wider" := "search_query"("q", 1);
        "found" := "search_wider"("asked", "wider", "scope", "since", "till", "now", "newest", "most");
        "asked" := "wider";
    ELSE
        "found" := "search_hits"("asked", "asked", "scope", "since", "till", "now", "newest", 0, "most");
    END IF;
    IF "wide" IS NULL AND cardinality("found"."ids") < 50 THEN
        "wider" := "search_query"("q", 1);
        IF "wider"::text <> "asked"::text THEN
            "more" := "search_wider"("asked", "wider", "scope", "since", "till", "now", "newest", "most");
            IF cardinality("more"."ids") > cardinality("found"."ids") THEN
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
            "more" := "search_hits"("wider", "wider", "scope", "since", "till", "now", "newest", 0, "most");
            IF cardinality("more"."ids") > 0 THEN
                "reached" := "step";
                "asked" := "wider";
                "found" := "more";
                EXIT;
            END IF;
        END LOOP;
    END IF;
    "lexemes" := "search_lexemes"("asked");
    RETURN QUERY
    SELECT "entry"."id", "entry"."type", "entry"."channel_slug", "entry"."created_by", "entry"."created_at", "hit"."rank",
        "newest", "reached",
        CASE "reached" WHEN 2 THEN "asked"::text WHEN 3 THEN array_to_string("terms", E'\n', '') END, "lexemes"
    FROM (VALUES (1)) "head"
    LEFT JOIN unnest("found"."ids", "found"."ranks") "hit" ("id", "rank") ON true
    LEFT JOIN "entries" "entry" ON "entry"."id" = "hit"."id";
END $$;
