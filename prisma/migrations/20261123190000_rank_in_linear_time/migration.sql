-- The time of a search is linear in the text that it reads, and bounded.

DROP FUNCTION "search_wider";
DROP FUNCTION "search_hits";

-- Returns the query for entries with any of the words that a query requires. ts_rank compares each position of a word with
-- each position of every other word if all are required: 200 posts of 20 words took seconds. With any word it reads each
-- position once, and the matches of the query have all words anyway.
CREATE FUNCTION "search_any"("asked" tsquery) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(querytree("asked"), '<(-|\d+)>|&', '|', 'g')::tsquery;

-- Returns the newest entries that a query matches, at most `most`, with ordinals from `back` to `newest`. Reads one slice of
-- ordinals after another (see migration search_within_period).
-- The index has no positions, so phrases are looked for in the newest entries that have the words of the query: in 1000 at
-- most, and in fewer for a query of more than ten words, because each word takes time in each entry.
CREATE FUNCTION "search_hits"(
    "asked" tsquery, "scope" tsquery, "since" timestamptz, "till" timestamptz, "now" timestamptz,
    "newest" bigint, "back" bigint, "most" int,
    OUT "ids" uuid[], OUT "times" timestamptz[])
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "to" bigint := "newest" + 1;
    -- The newest entry of the period.
    "last" bigint := least("newest", (
        SELECT "latest"."ordinal" FROM unnest(enum_range(NULL::"EntryType")) "known" ("type"), LATERAL (
            SELECT "ordinal", "created_at" FROM "entries"
            WHERE "visible" AND "entries"."type" = "known"."type" AND "created_at" < "till"
            ORDER BY "created_at" DESC LIMIT 1
        ) "latest" ORDER BY "latest"."created_at" DESC LIMIT 1));
    "from" bigint := greatest((("last" >> 10) - 1) << 10, "back");
    "left" int := "most";
    -- Whether the index alone decides which entries match.
    "exact" boolean := "asked"::text !~ '<(-|\d+)>';
    "indexed" tsquery := CASE WHEN "exact" THEN "asked" ELSE regexp_replace(querytree("asked"), '<(-|\d+)>', '&', 'g')::tsquery END;
    "unchecked" int := least(1000, 20000 / greatest(numnode("asked"), 1));
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
            SELECT array_agg("id" ORDER BY "ordinal" DESC) FILTER (WHERE "matches") AS "ids",
                array_agg("created_at" ORDER BY "ordinal" DESC) FILTER (WHERE "matches") AS "times", count(*) AS "checked"
            INTO "slice" FROM (
                SELECT "id", "created_at", "ordinal", "exact" OR "tsv" @@ "asked" AS "matches" FROM (
                    SELECT * FROM (
                        SELECT "id", "created_at", "tsv", "ordinal" FROM "entries"
                        WHERE "visible" AND "tsv" @@ "indexed" AND "tsv" @@ "marks" AND "ordinal" >= "from" AND "ordinal" < "to"
                            AND ("since" IS NULL OR "created_at" >= "since") AND ("till" IS NULL OR "created_at" < "till") OFFSET 0
                    ) "candidates" ORDER BY "ordinal" DESC LIMIT CASE WHEN "exact" THEN "left" ELSE "unchecked" END
                ) "newest_candidates"
            ) "latest";
        ELSE
            SELECT array_agg("id" ORDER BY "ordinal" DESC) FILTER (WHERE "matches") AS "ids",
                array_agg("created_at" ORDER BY "ordinal" DESC) FILTER (WHERE "matches") AS "times", count(*) AS "checked"
            INTO "slice" FROM (
                SELECT "id", "created_at", "ordinal", "exact" OR "tsv" @@ "asked" AS "matches" FROM (
                    SELECT * FROM (
                        SELECT "id", "created_at", "tsv", "ordinal" FROM "entries"
                        WHERE "visible" AND "tsv" @@ "indexed" AND "ordinal" >= "from" AND "ordinal" < "to"
                            AND ("since" IS NULL OR "created_at" >= "since") AND ("till" IS NULL OR "created_at" < "till") OFFSET 0
                    ) "candidates" ORDER BY "ordinal" DESC LIMIT CASE WHEN "exact" THEN "left" ELSE "unchecked" END
                ) "newest_candidates"
            ) "latest";
        END IF;
        "ids" := ("ids" || "slice"."ids")[:"most"];
        "times" := ("times" || "slice"."times")[:"most"];
        "unchecked" := "unchecked" - "slice"."checked";
        "left" := "most" - cardinality("ids");
        EXIT WHEN "from" <= "back" OR "left" = 0 OR NOT "exact" AND "unchecked" <= 0;
        "to" := "from";
        "span" := "last" - "to";
        "size" := "span" * least(7, greatest(0.5, 1.2 * "left" / greatest(cardinality("ids"), 1)));
        "from" := CASE
            WHEN "span" + "size" > least(1 << 21, "last" / 3) OR (cardinality("ids") + 1) * "last" / "span" <= 100 THEN "back"
            ELSE greatest((("to" - "size") >> "search_bits"("size")) << "search_bits"("size"), "back")
        END;
    END LOOP;
END $$;

-- Adds the matches of a query, in which names match by their parts as well, to matches that are known. The parts are looked
-- up in the newest 2^15 entries or a few more only.
CREATE FUNCTION "search_wider"(
    "known_ids" uuid[], "known_times" timestamptz[],
    "wider" tsquery, "scope" tsquery, "since" timestamptz, "till" timestamptz, "now" timestamptz, "newest" bigint, "most" int,
    OUT "ids" uuid[], OUT "times" timestamptz[])
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg("id"), '{}'), array_agg("time") FROM (
        SELECT * FROM unnest("known_ids", "known_times") "known" ("id", "time")
        UNION
        SELECT "hit".* FROM "search_hits"(
                "wider", "scope", "since", "till", "now", "newest", greatest(("newest" >> 15) - 1, 0) << 15, "most") "near",
            unnest("near"."ids", "near"."times") "hit" ("id", "time")
        ORDER BY 2 DESC LIMIT "most"
    ) "hits";
$$;

-- As before, but no query is matched twice, and the matches are ranked once, at the end.
CREATE OR REPLACE FUNCTION "search_matches"(
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
    "ranked" tsquery;
BEGIN
    "found" := "search_hits"("asked", "scope", "since", "till", "now", "newest", 0, "most");
    IF "reached" = 1 OR "wide" IS NULL AND cardinality("found"."ids") < 50 THEN
        "wider" := "search_query"("q", 1);
        IF "wider"::text <> "asked"::text THEN
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
    "lexemes" := "search_lexemes"("asked");
    "ranked" := "search_any"("asked");
    RETURN QUERY
    SELECT "entry"."id", "entry"."type", "entry"."channel_slug", "entry"."created_by", "entry"."created_at",
        "search_rank"("entry"."tsv", "ranked", "entry"."created_at", "now"),
        "newest", "reached",
        CASE "reached" WHEN 2 THEN "asked"::text WHEN 3 THEN array_to_string("terms", E'\n', '') END, "lexemes"
    FROM (VALUES (1)) "head"
    LEFT JOIN unnest("found"."ids") "hit" ("id") ON true
    LEFT JOIN "entries" "entry" ON "entry"."id" = "hit"."id";
END $$;
