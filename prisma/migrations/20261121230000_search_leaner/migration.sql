-- Search costs less: what holds for the whole page is worked out once.

-- A word or a quoted phrase. The wider the search, the more a term finds: 0, a name as it is written; 1, a name by its
-- parts together as well, where they say enough; 2, what has its words in any order, the first four of them as they were
-- most likely meant, and of a name what is words. Null where there is a word that nothing was meant by.
CREATE OR REPLACE FUNCTION "search_term"("term" text, "width" int) RETURNS tsquery LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "words" text := "search_words"("term");
    "names" text[] := CASE WHEN "search_has_names"("term") THEN ARRAY(SELECT "search_runs"("term")) END;
    "sought" tsquery;
    "name" tsquery;
    "lexeme" text;
    "guesses" int := 0;
BEGIN
    IF cardinality("names") = 1
        AND rtrim("names"[1], '+#') = lower(regexp_replace("term", '^[^0-9A-Za-z]+|[^0-9A-Za-z]+$', '', 'g')) THEN
        "name" := "search_lexeme"("names"[1]);
    END IF;
    IF "width" = 2 THEN
        "sought" := '';
        FOR "lexeme" IN SELECT unnest(tsvector_to_array(to_tsvector('board', "words"))) LOOP
            CONTINUE WHEN "name" IS NOT NULL AND "lexeme" !~ '^\D{3,}$';
            "guesses" := "guesses" + 1;
            "sought" := "sought" && CASE WHEN "guesses" > 4 THEN "search_lexeme"("lexeme") ELSE "search_meant"("lexeme") END;
            IF "sought" IS NULL THEN RETURN NULL; END IF;
        END LOOP;
        IF numnode("sought") = 0 THEN "sought" := coalesce("name", ''); END IF;
    ELSIF "name" IS NULL THEN
        "sought" := phraseto_tsquery('board', "words");
    ELSIF "width" = 1 AND "term" ~ '[A-Za-z]{3}' THEN
        "sought" := "name" || phraseto_tsquery('board', "words");
    ELSE
        "sought" := "name";
    END IF;
    RETURN "sought" && "search_glyph_query"("term");
END $$;

-- The newest entries that a query finds, at most `most`, among those that were taken in up to `until` and not before
-- `back`, each with its rank by another. They are looked for in one slice after another, each as long as there would be
-- enough in it, were they as frequent there as in those before, but no more than seven times as long as all of those:
-- what is older may be full of what is newer has little of. At last they are looked for in all the rest, once that is two
-- thirds of all, or would give a hundred at most. Marks are a condition of their own: through two conditions the index
-- leaps, where through one it would walk.
CREATE OR REPLACE FUNCTION "search_hits"(
    "asked" tsquery, "ranked" tsquery, "scope" tsquery, "since" timestamptz, "now" timestamptz,
    "until" bigint, "back" bigint, "most" int,
    OUT "ids" uuid[], OUT "times" timestamptz[], OUT "scores" float8[])
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "to" bigint := "until" + 1;
    "from" bigint := greatest((("until" >> 10) - 1) << 10, "back");
    "left" int := "most";
    "span" bigint;
    "size" bigint;
    "marks" tsquery;
    "slice" record;
BEGIN
    "ids" := '{}';
    IF numnode("asked") = 0 THEN RETURN; END IF;
    LOOP
        "marks" := CASE WHEN "from" > 0 THEN "scope" && "search_between"("from", "to") ELSE "scope" END;
        IF numnode("marks") > 0 THEN
            SELECT array_agg("id") AS "ids", array_agg("created_at") AS "times",
                array_agg("search_rank"("tsv", "ranked", "created_at", "now")) AS "scores"
            INTO "slice" FROM (
                SELECT * FROM (
                    SELECT "id", "created_at", "tsv", "ordinal" FROM "entries"
                    WHERE "visible" AND "tsv" @@ "asked" AND "tsv" @@ "marks" AND "ordinal" < "to"
                        AND ("since" IS NULL OR "created_at" >= "since") OFFSET 0
                ) "hits" ORDER BY "ordinal" DESC LIMIT "left"
            ) "newest";
        ELSE
            SELECT array_agg("id") AS "ids", array_agg("created_at") AS "times",
                array_agg("search_rank"("tsv", "ranked", "created_at", "now")) AS "scores"
            INTO "slice" FROM (
                SELECT * FROM (
                    SELECT "id", "created_at", "tsv", "ordinal" FROM "entries"
                    WHERE "visible" AND "tsv" @@ "asked" AND "ordinal" < "to"
                        AND ("since" IS NULL OR "created_at" >= "since") OFFSET 0
                ) "hits" ORDER BY "ordinal" DESC LIMIT "left"
            ) "newest";
        END IF;
        "ids" := "ids" || "slice"."ids";
        "times" := "times" || "slice"."times";
        "scores" := "scores" || "slice"."scores";
        "left" := "most" - cardinality("ids");
        EXIT WHEN "from" <= "back" OR "left" = 0;
        "to" := "from";
        "span" := "until" - "to";
        "size" := "span" * least(7, greatest(0.5, 1.2 * "left" / greatest(cardinality("ids"), 1)));
        "from" := CASE
            WHEN "span" + "size" > least(1 << 21, "until" / 3) OR (cardinality("ids") + 1) * "until" / "span" <= 100 THEN "back"
            ELSE greatest((("to" - "size") >> "search_bits"("size")) << "search_bits"("size"), "back")
        END;
    END LOOP;
END $$;

-- A page of what a question finds: the higher it ranks, the earlier. It is searched for more and more widely: as it is
-- written, where that is less than a page by the parts of its names as well, and where that is nothing, as it was most
-- likely meant. The first row says how many are found, at most `most`, and how; a row without an id is no hit. What
-- follows a first page is asked for with that page's time, `upto`, `width` and, where it was the last, `meant`: then
-- neither what is new nor the passing of time moves what is yet to come.
CREATE OR REPLACE FUNCTION "search_page"(
    "q" text, "types" text[], "channel" text, "since" timestamptz, "now" timestamptz,
    "until" bigint, "wide" int, "guess" text, "after_score" float8, "after_at" timestamptz, "after_id" uuid, "size" int, "most" int)
RETURNS TABLE (
    "id" uuid, "type" "EntryType", "channel_slug" text, "created_by" text, "created_at" timestamptz, "score" float8,
    "count" int, "upto" bigint, "width" int, "meant" text, "lexemes" text[])
LANGUAGE plpgsql STABLE PARALLEL SAFE
-- An empty query is nothing to report.
SET "client_min_messages" = 'error' AS $$
#variable_conflict use_column
DECLARE
    "scope" tsquery := "search_scope"("types", "channel", "since", "now");
    "last" bigint := coalesce("until", (SELECT "last_value" FROM "entries_ordinal_seq"));
    "reached" int := coalesce("wide", 0);
    "asked" tsquery := coalesce("guess"::tsquery, "search_query"("q", 0));
    "wider" tsquery;
    "found" record;
    "more" record;
    "lexemes" text[];
BEGIN
    IF "reached" = 1 THEN
        "wider" := "search_query"("q", 1);
        "found" := "search_wider"("asked", "wider", "scope", "since", "now", "last", "most");
        "asked" := "wider";
    ELSE
        "found" := "search_hits"("asked", "asked", "scope", "since", "now", "last", 0, "most");
    END IF;
    IF "wide" IS NULL AND cardinality("found"."ids") < 50 THEN
        "wider" := "search_query"("q", 1);
        IF "wider"::text <> "asked"::text THEN
            "more" := "search_wider"("asked", "wider", "scope", "since", "now", "last", "most");
            IF cardinality("more"."ids") > cardinality("found"."ids") THEN
                "reached" := 1;
                "asked" := "wider";
                "found" := "more";
            END IF;
        END IF;
    END IF;
    IF "wide" IS NULL AND cardinality("found"."ids") = 0 THEN
        "wider" := "search_query"("q", 2);
        IF "wider"::text <> "asked"::text THEN
            "more" := "search_hits"("wider", "wider", "scope", "since", "now", "last", 0, "most");
            IF cardinality("more"."ids") > 0 THEN
                "reached" := 2;
                "asked" := "wider";
                "found" := "more";
            END IF;
        END IF;
    END IF;
    "lexemes" := "search_lexemes"("asked");
    RETURN QUERY
    SELECT "hit"."id", "entry"."type", "entry"."channel_slug", "entry"."created_by", "hit"."time", "hit"."score",
        cardinality("found"."ids"), "last", "reached", CASE WHEN "reached" = 2 THEN "asked"::text END, "lexemes"
    FROM (VALUES (1)) "head" LEFT JOIN (
        SELECT * FROM unnest("found"."ids", "found"."times", "found"."scores") "ranked" ("id", "time", "score")
        WHERE "after_score" IS NULL OR ("score", "time", "id") < ("after_score", "after_at", "after_id")
        ORDER BY "score" DESC, "time" DESC, "id" DESC LIMIT "size"
    ) "hit" ON true LEFT JOIN "entries" "entry" ON "entry"."id" = "hit"."id";
END $$;
