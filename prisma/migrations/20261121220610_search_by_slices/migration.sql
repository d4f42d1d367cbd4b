-- Search costs less: no entry is looked at twice, and what was most likely meant is looked for among fewer words.

-- 3. Questions ------------------------------------------------------------------------------------------------------

-- Words in order of their bytes, so that those which begin alike stand together.
-- DropIndex
DROP INDEX "words_alike_idx";

-- DropIndex
DROP INDEX "words_word_idx";

-- AlterTable
ALTER TABLE "words" ALTER COLUMN "word" SET DATA TYPE TEXT COLLATE "C";

-- CreateIndex
CREATE INDEX "words_word_idx" ON "words"("word");

-- The word as it was most likely meant, where no record has it: one slip of the finger away, else what begins alike and
-- looks alike. Null where nothing does: then it finds nothing.
CREATE OR REPLACE FUNCTION "search_meant"("lexeme" text) RETURNS tsquery LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "begun" text COLLATE "C" := left("lexeme", 3);
    "meant" text[];
BEGIN
    IF length("lexeme") NOT BETWEEN 4 AND 32 OR "lexeme" ~ '\d' OR EXISTS (SELECT FROM "words" WHERE "word" = "lexeme") THEN
        RETURN "search_lexeme"("lexeme");
    END IF;
    "meant" := ARRAY(
        SELECT "word" FROM (
            SELECT DISTINCT "word" FROM "words" WHERE "word" = ANY (ARRAY(
                SELECT overlay("lexeme" PLACING "letter" FROM "at" FOR "taken")
                FROM generate_series(1, length("lexeme") + 1) "at", (VALUES (0), (1)) "takes" ("taken"),
                    string_to_table('abcdefghijklmnopqrstuvwxyz', NULL) "letter"
                UNION ALL
                SELECT overlay("lexeme" PLACING '' FROM "at" FOR 1) FROM generate_series(1, length("lexeme")) "at"
                UNION ALL
                SELECT overlay("lexeme" PLACING reverse(substr("lexeme", "at", 2)) FROM "at" FOR 2)
                FROM generate_series(1, length("lexeme") - 1) "at"))
        ) "near" ORDER BY similarity("word", "lexeme") DESC, "word" LIMIT 5);
    IF cardinality("meant") = 0 THEN
        "meant" := ARRAY(
            SELECT "word" FROM (
                SELECT DISTINCT "word" FROM "words" WHERE "word" >= "begun" AND "word" < "begun" || U&'\+10FFFF'
                    AND length("word") BETWEEN length("lexeme") / 2 AND length("lexeme") * 2
            ) "alike"
            WHERE similarity("word", "lexeme") >= 0.4 ORDER BY similarity("word", "lexeme") DESC, "word" LIMIT 3);
    END IF;
    IF cardinality("meant") = 0 THEN
        RETURN CASE WHEN "lexeme" !~ '^[a-z]+$' THEN "search_lexeme"("lexeme") END;
    END IF;
    RETURN array_to_string(ARRAY(SELECT quote_literal("word") FROM unnest("meant") "word"), '|')::tsquery;
END $$;

-- A word or a quoted phrase. The wider the search, the more a term finds: 0, a name as it is written; 1, a name by its
-- parts together as well, where they say enough; 2, what has its words in any order, the first four of them as they were
-- most likely meant, and of a name what is words. Null where there is a word that nothing was meant by.
CREATE OR REPLACE FUNCTION "search_term"("term" text, "width" int) RETURNS tsquery LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "words" text := "search_words"("term");
    "names" text[] := ARRAY(SELECT "search_runs"("term"));
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

-- The whole question. Where nothing is asked for, but only something excluded, it finds nothing. No more than eight terms
-- are taken for what was meant, and none beside a word that nothing was meant by.
CREATE OR REPLACE FUNCTION "search_query"("q" text, "width" int) RETURNS tsquery LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "whole" tsquery := '';
    "choice" tsquery := '';
    "excluded" tsquery := '';
    "terms" int := 0;
    "found" text[];
BEGIN
    FOR "found" IN
        SELECT regexp_matches(translate("q", '“”„‟«»', '""""""') || ' OR', '(-?)"([^"]*)"?|(-(?=[^-]))?([^\s"]+)', 'g')
    LOOP
        IF lower("found"[4]) = 'or' AND "found"[3] IS NULL THEN
            IF numnode("choice") > 0 THEN
                "whole" := "whole" || CASE WHEN numnode("excluded") > 0 THEN "choice" && !!"excluded" ELSE "choice" END;
            END IF;
            "choice" := '';
            "excluded" := '';
        ELSIF '-' IN ("found"[1], "found"[3]) THEN
            "excluded" := "excluded" || "search_term"(coalesce("found"[2], "found"[4]), 1);
        ELSIF "choice" IS NOT NULL THEN
            "terms" := "terms" + 1;
            "choice" := "choice" && "search_term"(
                coalesce("found"[2], "found"[4]), CASE WHEN "terms" > 8 THEN least("width", 1) ELSE "width" END);
        END IF;
    END LOOP;
    RETURN "whole";
END $$;

-- 4. Answers --------------------------------------------------------------------------------------------------------

DROP FUNCTION "search_page";
DROP FUNCTION "search_candidates";
DROP FUNCTION "search_newest";

-- In how large steps the marks count that are fewest for so many entries, as a power of two.
CREATE FUNCTION "search_bits"("size" bigint) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN "size" < 12 << 10 THEN 10 WHEN "size" < 12 << 12 THEN 12 WHEN "size" < 12 << 14 THEN 14
    WHEN "size" < 12 << 16 THEN 16 ELSE 18 END;

-- Entries taken in from one ordinal up to another, and a few after: by a dozen marks or so.
CREATE FUNCTION "search_between"("from" bigint, "to" bigint) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    "bits" int := "search_bits"("to" - "from");
BEGIN
    RETURN array_to_string(ARRAY(
        SELECT quote_literal('~' || "bits" || ':' || "mark") FROM generate_series("from" >> "bits", ("to" - 1) >> "bits") "mark"
    ), '|');
END $$;

-- The better the words fit, and a little the newer, the higher.
CREATE FUNCTION "search_rank"("tsv" tsvector, "asked" tsquery, "at" timestamptz, "now" timestamptz) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ts_rank('{0.1, 0.3, 0.5, 1}', "tsv", "asked", 1)
    / (1::float8 + ln(1::float8 + greatest(0::float8, floor(date_part('epoch', "now" - "at") / 86400))) / 10);

-- The newest entries that a query finds, at most `most`, among those that were taken in up to `until` and not before
-- `back`, each with its rank by another. They are looked for in one slice after another, each as long as there would be
-- enough in it, were they as frequent there as in those before; at last in all the rest, once that is two thirds of all,
-- or would give a thousand at most. Marks are a condition of their own: through two conditions the index leaps, where
-- through one it would walk.
CREATE FUNCTION "search_hits"(
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
        "size" := "span" * least(31, greatest(0.5, 1.2 * "left" / greatest(cardinality("ids"), 1)));
        "from" := CASE
            WHEN "span" + "size" > least(1 << 21, "until" / 3) OR (cardinality("ids") + 1) * "until" / "span" <= 1000 THEN "back"
            ELSE greatest((("to" - "size") >> "search_bits"("size")) << "search_bits"("size"), "back")
        END;
    END LOOP;
END $$;

-- What names find when they are taken by their parts as well: by the parts among the newest entries alone, 2^15 and some
-- more, for whatever has these words must be looked into.
CREATE FUNCTION "search_wider"(
    "asked" tsquery, "wider" tsquery, "scope" tsquery, "since" timestamptz, "now" timestamptz, "until" bigint, "most" int,
    OUT "ids" uuid[], OUT "times" timestamptz[], OUT "scores" float8[])
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg("id"), '{}'), array_agg("time"), array_agg("score") FROM (
        SELECT "hit".* FROM "search_hits"("asked", "wider", "scope", "since", "now", "until", 0, "most") "as_written",
            unnest("as_written"."ids", "as_written"."times", "as_written"."scores") "hit" ("id", "time", "score")
        UNION
        SELECT "hit".* FROM "search_hits"(
                "wider", "wider", "scope", "since", "now", "until", greatest(("until" >> 15) - 1, 0) << 15, "most") "near",
            unnest("near"."ids", "near"."times", "near"."scores") "hit" ("id", "time", "score")
        ORDER BY 2 DESC LIMIT "most"
    ) "hits";
$$;

-- A page of what a question finds: the higher it ranks, the earlier. It is searched for more and more widely: as it is
-- written, where that is less than a page by the parts of its names as well, and where that is nothing, as it was most
-- likely meant. The first row says how many are found, at most `most`, and how; a row without an id is no hit. What
-- follows a first page is asked for with that page's time, `upto`, `width` and, where it was the last, `meant`: then
-- neither what is new nor the passing of time moves what is yet to come.
CREATE FUNCTION "search_page"(
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
    RETURN QUERY
    SELECT "hit"."id", "entry"."type", "entry"."channel_slug", "entry"."created_by", "hit"."time", "hit"."score",
        cardinality("found"."ids"), "last", "reached", CASE WHEN "reached" = 2 THEN "asked"::text END, "search_lexemes"("asked")
    FROM (VALUES (1)) "head" LEFT JOIN (
        SELECT * FROM unnest("found"."ids", "found"."times", "found"."scores") "ranked" ("id", "time", "score")
        WHERE "after_score" IS NULL OR ("score", "time", "id") < ("after_score", "after_at", "after_id")
        ORDER BY "score" DESC, "time" DESC, "id" DESC LIMIT "size"
    ) "hit" ON true LEFT JOIN "entries" "entry" ON "entry"."id" = "hit"."id";
END $$;
