-- Search: one index over every noun. An entry of the table of contents carries the words of its record; the text
-- itself stays in the nouns' tables alone. What makes words of a text and what makes a query of a question stand
-- side by side here, so that the two cannot come apart.

DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS "pg_trgm";
    CREATE EXTENSION IF NOT EXISTS "unaccent";
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE EXCEPTION 'search needs the extensions pg_trgm and unaccent: let a superuser create them in this database (%)', SQLERRM;
END $$;

-- English stems; accents make no difference.
CREATE TEXT SEARCH CONFIGURATION "board" (COPY = "english");
ALTER TEXT SEARCH CONFIGURATION "board" ALTER MAPPING FOR "hword", "hword_part", "word" WITH "unaccent", "english_stem";
ALTER TEXT SEARCH CONFIGURATION "board" ALTER MAPPING FOR "numword", "numhword" WITH "unaccent", "simple";

-- AlterTable
ALTER TABLE "entries" ADD COLUMN "ordinal" BIGSERIAL NOT NULL,
ADD COLUMN "tsv" tsvector;

-- CreateTable
CREATE TABLE "words" (
    "word" TEXT NOT NULL
);

-- How common a word is the query finds out by itself, and its plan must not change with what was asked first.
ALTER TABLE "entries" ALTER COLUMN "tsv" SET STATISTICS 0;

-- 1. Words ----------------------------------------------------------------------------------------------------------
-- Three kinds of lexemes stand for a text:
--   words    as the English dictionary stems them, each part of an identifier by itself, with positions for phrases;
--   names    identifiers, paths, versions, addresses: what has punctuation inside, whole and in lower case;
--   glyphs   pairs of neighbouring characters of scripts that put no space between words (Thai to Khmer, Han, Kana,
--            Hangul), and of emoji.

-- Characters of one kind whatever their width and composition.
CREATE FUNCTION "search_folded"("t" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length("t") = char_length("t") OR "t" IS NFKC NORMALIZED THEN "t" ELSE normalize("t", NFKC) END;

-- Leaves the parser nothing but words: it would see addresses, files and markup where agents write identifiers.
CREATE FUNCTION "search_words"("t" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    CASE WHEN octet_length("t") = char_length("t") THEN "t"
        ELSE regexp_replace("search_folded"("t"), '[\u0E00-\u109F\u1100-\u11FF\u1780-\u17FF\u2600-\u27BF\u2E80-\u2FDF\u3005-\u3007\u3021-\u3029\u3041-\u30FA\u30FC-\u31FF\u3400-\uA4CF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\uFF66-\uFFDC\U0001F300-\U0001FAFF\U00020000-\U000323AF\u0080-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u2000-\u2BFF\u2E00-\u2E7F\u3000-\u303F\u30FB\uFE00-\uFE6F\uFF00-\uFFEF\U0001F000-\U0001FBFF\U000E0000-\U000E0FFF]+', ' ', 'g') END,
    '-', ' '), '+', ' '), '_', ' '), '.', ' '), '/', ' '), '@', ' '), ':', ' '), '<', ' '), '&', ' '), '~', ' ');

CREATE FUNCTION "search_has_names"("t" text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN "t" ~ '[0-9A-Za-z](?:[-_./@:#+\\]+[0-9A-Za-z]|\+\+|#)';

-- Names as they are written, `@scope/pkg@1.2.3` as `scope/pkg@1.2.3`. What is longer than any question is none.
CREATE FUNCTION "search_runs"("t" text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT lower("found"[1])
    FROM regexp_matches("t", '[0-9A-Za-z]+(?:(?:[-_./@:#+\\]+[0-9A-Za-z]+)+|\+\+|#)', 'g') "found"
    WHERE length("found"[1]) <= 200
$$;

-- Names, and the names within them: `1.2.3`.
CREATE FUNCTION "search_names"("t" text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    "names" text := array_to_string(ARRAY(
        SELECT "name" FROM "search_runs"("t") "run", LATERAL (
            SELECT "run"
            UNION ALL
            SELECT "part" FROM string_to_table(translate("run", '/@\', ':::'), ':') "part"
            WHERE "run" ~ '[/@:\\]' AND "part" ~ '[0-9a-z](?:[-_.#+]+[0-9a-z]|\+\+|#)'
        ) "named" ("name")
    ), ''':1 ''');
BEGIN
    RETURN CASE WHEN "names" = '' THEN '' ELSE ('''' || replace("names", '\', '\\') || ''':1')::tsvector END;
END $$;

CREATE FUNCTION "search_has_glyphs"("t" text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN octet_length("t") <> char_length("t") AND "t" ~ '[\u0E00-\u109F\u1100-\u11FF\u1780-\u17FF\u2600-\u27BF\u2E80-\u2FDF\u3005-\u3007\u3021-\u3029\u3041-\u30FA\u30FC-\u31FF\u3400-\uA4CF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\uFF66-\uFFDC\U0001F300-\U0001FAFF\U00020000-\U000323AF]';

CREATE FUNCTION "search_glyph_runs"("t" text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT "found"[1] FROM regexp_matches("search_folded"("t"), '[\u0E00-\u109F\u1100-\u11FF\u1780-\u17FF\u2600-\u27BF\u2E80-\u2FDF\u3005-\u3007\u3021-\u3029\u3041-\u30FA\u30FC-\u31FF\u3400-\uA4CF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\uFF66-\uFFDC\U0001F300-\U0001FAFF\U00020000-\U000323AF]+', 'g') "found"
$$;

-- Each glyph with the next one; the last by itself, so that every glyph begins a lexeme.
CREATE FUNCTION "search_glyphs"("t" text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN coalesce((
        SELECT string_agg('''' || "glyph" || coalesce("next", '') || ''':' || least("run" + "place", 16383), ' ')::tsvector
        FROM (
            SELECT "glyph", "run", row_number() OVER (ORDER BY "run", "at") AS "place",
                lead("glyph") OVER (PARTITION BY "run" ORDER BY "at") AS "next"
            FROM "search_glyph_runs"("t") WITH ORDINALITY "runs" ("text", "run"),
                string_to_table("text", NULL) WITH ORDINALITY "glyphs" ("glyph", "at")
        ) "pairs"
    ), '');
END $$;

-- The lexemes of a text under a weight: A for titles, B for what is claimed or asked, C for what is said of it.
CREATE FUNCTION "search_vector"("t" text, "weight" "char") RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN setweight(
    to_tsvector('board', "search_words"("t"))
    || CASE WHEN "search_has_names"("t") THEN "search_names"("t") ELSE '' END
    || CASE WHEN "search_has_glyphs"("t") THEN "search_glyphs"("t") ELSE '' END, "weight");

-- 2. Marks ----------------------------------------------------------------------------------------------------------
-- Lexemes that no text has say what an entry is, so that the index finds common words within a type, a channel, a time
-- or among the newest entries without reading all the others: its type, its channel, its day, its 32 days, and with
-- which 2^10, 2^12, 2^14, 2^16 and 2^18 entries it was taken in.

CREATE FUNCTION "search_day"("at" timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN floor(extract(epoch FROM "at") / 86400)::bigint;

CREATE FUNCTION "search_marks"("type" "EntryType", "channel" text, "at" timestamptz, "ordinal" bigint) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE
RETURN array_to_tsvector(ARRAY[
    '~t' || "type"::text, '~c' || coalesce("channel", ''), '~d' || "search_day"("at"), '~m' || ("search_day"("at") >> 5),
    '~10:' || ("ordinal" >> 10), '~12:' || ("ordinal" >> 12), '~14:' || ("ordinal" >> 14),
    '~16:' || ("ordinal" >> 16), '~18:' || ("ordinal" >> 18)]);

-- The entries taken in from one ordinal to another, and some before: by a few marks, of the size that fits. No condition
-- where that were nearly all.
CREATE FUNCTION "search_newest"("first" bigint, "until" bigint) RETURNS tsquery LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "bits" int := CASE WHEN "until" - "first" < 1 << 12 THEN 10 WHEN "until" - "first" < 1 << 14 THEN 12
        WHEN "until" - "first" < 1 << 16 THEN 14 WHEN "until" - "first" < 1 << 18 THEN 16 ELSE 18 END;
BEGIN
    IF "first" = 1 OR "until" - "first" > 1 << 21 THEN RETURN ''; END IF;
    RETURN array_to_string(ARRAY(
        SELECT quote_literal('~' || "bits" || ':' || "mark") FROM generate_series("first" >> "bits", "until" >> "bits") "mark"
    ), '|');
END $$;

-- 3. Questions ------------------------------------------------------------------------------------------------------
-- As web searches are written: words are all needed, "quoted words" stand together, OR gives a choice, - excludes.
-- Every text is a question: what has no words finds nothing, and nothing is an error.

CREATE FUNCTION "search_lexeme"("lexeme" text, "kind" text DEFAULT '') RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ('''' || replace(replace("lexeme", '\', '\\'), '''', '''''') || '''' || "kind")::tsquery;

-- What an entry must be for a search in some types, a channel, or since some time; null for anything.
CREATE FUNCTION "search_scope"("types" text[], "channel" text, "since" timestamptz, "now" timestamptz) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    "days" bigint := "search_day"("now") - "search_day"("since");
    "sought" tsquery := ''::tsquery;
BEGIN
    IF cardinality("types") > 0 THEN
        "sought" := array_to_string(ARRAY(SELECT quote_literal('~t' || "type") FROM unnest("types") "type"), '|');
    END IF;
    IF "channel" IS NOT NULL THEN "sought" := "sought" && "search_lexeme"('~c' || "channel"); END IF;
    -- Tomorrow as well: clocks differ.
    IF "days" BETWEEN 0 AND 45 THEN
        "sought" := "sought" && array_to_string(
            ARRAY(SELECT quote_literal('~d' || "search_day"("now") - "ago") FROM generate_series(-1, "days") "ago"), '|')::tsquery;
    ELSIF "days" BETWEEN 46 AND 1500 THEN
        "sought" := "sought" && array_to_string(
            ARRAY(SELECT quote_literal('~m' || ("search_day"("now") >> 5) - "ago") FROM generate_series(-1, "days" / 32 + 1) "ago"), '|')::tsquery;
    END IF;
    RETURN "sought";
END $$;

-- What a text has besides words: its glyphs, runs of them together.
CREATE FUNCTION "search_glyph_query"("t" text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    "sought" tsquery := ''::tsquery;
    "glyphs" text[];
BEGIN
    IF NOT "search_has_glyphs"("t") THEN RETURN "sought"; END IF;
    FOR "glyphs" IN SELECT string_to_array("run", NULL) FROM "search_glyph_runs"("t") "run" LOOP
        "sought" := "sought" && CASE cardinality("glyphs")
            WHEN 1 THEN "search_lexeme"("glyphs"[1], ':*')
            ELSE array_to_string(ARRAY(
                SELECT '''' || "glyphs"["i"] || "glyphs"["i" + 1] || '''' FROM generate_series(1, cardinality("glyphs") - 1) "i"
            ), '<->')::tsquery
        END;
    END LOOP;
    RETURN "sought";
END $$;

-- The word as it was most likely meant, where no record has it: one slip of the finger away, else what looks alike.
CREATE FUNCTION "search_meant"("lexeme" text) RETURNS tsquery LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
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
            SELECT "word" FROM (SELECT DISTINCT "word" FROM "words" WHERE "word" % "lexeme") "alike"
            WHERE similarity("word", "lexeme") >= 0.4 ORDER BY similarity("word", "lexeme") DESC, "word" LIMIT 3);
    END IF;
    IF cardinality("meant") = 0 THEN RETURN "search_lexeme"("lexeme"); END IF;
    RETURN array_to_string(ARRAY(SELECT quote_literal("word") FROM unnest("meant") "word"), '|')::tsquery;
END $$;

-- A word or a quoted phrase. The wider the search, the more a term finds: 0, a name as it is written; 1, a name by its
-- parts together as well, where they say enough; 2, what has its words in any order, each as it was most likely meant,
-- and of a name what is words.
CREATE FUNCTION "search_term"("term" text, "width" int) RETURNS tsquery LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "words" text := "search_words"("term");
    "names" text[] := ARRAY(SELECT "search_runs"("term"));
    "sought" tsquery;
    "name" tsquery;
    "lexeme" text;
BEGIN
    IF cardinality("names") = 1
        AND rtrim("names"[1], '+#') = lower(regexp_replace("term", '^[^0-9A-Za-z]+|[^0-9A-Za-z]+$', '', 'g')) THEN
        "name" := "search_lexeme"("names"[1]);
    END IF;
    IF "width" = 2 THEN
        "sought" := '';
        FOR "lexeme" IN SELECT unnest(tsvector_to_array(to_tsvector('board', "words"))) LOOP
            CONTINUE WHEN "name" IS NOT NULL AND "lexeme" !~ '^\D{3,}$';
            "sought" := "sought" && "search_meant"("lexeme");
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

-- The whole question. Where nothing is asked for, but only something excluded, it finds nothing.
CREATE FUNCTION "search_query"("q" text, "width" int) RETURNS tsquery LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "whole" tsquery := '';
    "choice" tsquery := '';
    "excluded" tsquery := '';
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
        ELSE
            "choice" := "choice" && "search_term"(coalesce("found"[2], "found"[4]), "width");
        END IF;
    END LOOP;
    RETURN "whole";
END $$;

-- 4. Answers --------------------------------------------------------------------------------------------------------

-- The newest entries that a query finds, at most `most`, among those that were taken in up to `until`. A common word is
-- found among the newest thousand or so; the rarer what is sought, the further back is looked, at last among all. Marks
-- are a condition of their own: through two conditions the index leaps, where through one it would walk.
CREATE FUNCTION "search_candidates"("asked" tsquery, "scope" tsquery, "since" timestamptz, "until" bigint, "most" int)
RETURNS tid[] LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "found" tid[] := '{}';
    "span" bigint := 1024;
    "first" bigint := greatest("until" - "span", 1);
    "marks" tsquery;
BEGIN
    IF numnode("asked") = 0 THEN RETURN "found"; END IF;
    LOOP
        "marks" := "scope" && "search_newest"("first", "until");
        IF numnode("marks") > 0 THEN
            "found" := ARRAY(
                SELECT "place" FROM (
                    SELECT "ctid" AS "place", "ordinal" FROM "entries"
                    WHERE "visible" AND "tsv" @@ "asked" AND "tsv" @@ "marks" AND "ordinal" <= "until"
                        AND ("since" IS NULL OR "created_at" >= "since") OFFSET 0
                ) "hits" ORDER BY "ordinal" DESC LIMIT "most");
        ELSE
            "found" := ARRAY(
                SELECT "place" FROM (
                    SELECT "ctid" AS "place", "ordinal" FROM "entries"
                    WHERE "visible" AND "tsv" @@ "asked" AND "ordinal" <= "until"
                        AND ("since" IS NULL OR "created_at" >= "since") OFFSET 0
                ) "hits" ORDER BY "ordinal" DESC LIMIT "most");
        END IF;
        EXIT WHEN "first" = 1 OR cardinality("found") = "most";
        -- As far back as there would be enough, were they as frequent there; among all, where that is far.
        "span" := "span" * greatest(1.5, least(32, 1.6 * "most" / greatest(cardinality("found"), 1)));
        "first" := CASE WHEN "span" < "until" / 3 THEN "until" - "span" ELSE 1 END;
    END LOOP;
    RETURN "found";
END $$;

-- What a query asks for, without what it excludes: the lexemes to be shown in a text.
CREATE FUNCTION "search_lexemes"("sought" tsquery) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN ARRAY(
    SELECT DISTINCT replace(replace("found"[1], '''''', ''''), '\\', '\')
    FROM regexp_matches(querytree("sought"), '''((?:[^'']|'''')*)''', 'g') "found");

-- A page of what a question finds: the better the words fit, and a little the newer, the earlier. It is searched for more
-- and more widely: as it is written, where that is less than a page by the parts of its names as well, and where that is
-- nothing, as it was most likely meant. The first row says how many are found, at most `most`, and how; a row without an
-- id is no hit. What follows a first page is asked for with that page's time, `upto`, `width` and, where it was the last,
-- `meant`: then neither what is new nor the passing of time moves what is yet to come.
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
    "reach" int := coalesce("wide", 0);
    "reached" int := "reach";
    "asked" tsquery := coalesce("guess"::tsquery, "search_query"("q", "reach"));
    "scope" tsquery := "search_scope"("types", "channel", "since", "now");
    "last" bigint := coalesce("until", (SELECT "last_value" FROM "entries_ordinal_seq"));
    "found" tid[] := "search_candidates"("asked", "scope", "since", "last", "most");
    "wider" tsquery;
    "more" tid[];
    "shown" text[];
BEGIN
    WHILE "wide" IS NULL AND "reach" < 2 AND cardinality("found") < CASE "reach" WHEN 0 THEN 50 ELSE 1 END LOOP
        "reach" := "reach" + 1;
        "wider" := "search_query"("q", "reach");
        CONTINUE WHEN "wider"::text = "asked"::text;
        "more" := "search_candidates"("wider", "scope", "since", "last", "most");
        IF cardinality("more") > cardinality("found") THEN
            "reached" := "reach";
            "asked" := "wider";
            "found" := "more";
        END IF;
    END LOOP;
    "shown" := "search_lexemes"("asked");
    RETURN QUERY
    SELECT "hit".*, cardinality("found"), "last", "reached", CASE WHEN "reached" = 2 THEN "asked"::text END, "shown"
    FROM (VALUES (1)) "head" LEFT JOIN (
        SELECT * FROM (
            SELECT "entry"."id", "entry"."type", "entry"."channel_slug", "entry"."created_by", "entry"."created_at",
                ts_rank('{0.1, 0.3, 0.5, 1}', "entry"."tsv", "asked", 1)
                    / (1::float8 + ln(1::float8 + greatest(0::float8, floor(date_part('epoch', "now" - "entry"."created_at") / 86400))) / 10) AS "score"
            FROM "entries" "entry" WHERE "entry"."ctid" = ANY ("found")
        ) "ranked"
        WHERE "after_score" IS NULL
            OR ("ranked"."score", "ranked"."created_at", "ranked"."id") < ("after_score", "after_at", "after_id")
        ORDER BY "ranked"."score" DESC, "ranked"."created_at" DESC, "ranked"."id" DESC LIMIT "size"
    ) "hit" ON true;
END $$;

-- 5. Keeping --------------------------------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION "enter_threads"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "ordinal", "tsv")
    SELECT "id", 'thread', "channel_slug", "created_by", "created_at", "ordinal",
        "search_marks"('thread', "channel_slug", "created_at", "ordinal") || "search_vector"("subject", 'A')
    FROM (SELECT *, nextval('entries_ordinal_seq') AS "ordinal" FROM "made") "made";
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "enter_posts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "visible", "ordinal", "tsv")
    SELECT "id", 'post', "channel_slug", "created_by", "created_at", "hidden_at" IS NULL, "ordinal",
        "search_marks"('post', "channel_slug", "created_at", "ordinal") || "search_vector"("body", 'C')
    FROM (
        SELECT "made".*, "thread"."channel_slug", nextval('entries_ordinal_seq') AS "ordinal"
        FROM "made" JOIN "threads" "thread" ON "thread"."id" = "made"."thread_id"
    ) "made";
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "enter_inquiries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "ordinal", "tsv")
    SELECT "id", 'inquiry', "channel_slug", "created_by", "created_at", "ordinal",
        "search_marks"('inquiry', "channel_slug", "created_at", "ordinal") || "search_vector"("question", 'B')
    FROM (SELECT *, nextval('entries_ordinal_seq') AS "ordinal" FROM "made") "made";
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "enter_facts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "visible", "ordinal", "tsv")
    SELECT "id", 'fact', "channel_slug", "created_by", "created_at", "quarantined_at" IS NULL, "ordinal",
        "search_marks"('fact', "channel_slug", "created_at", "ordinal") || "search_vector"("statement", 'B')
            || "search_vector"(array_to_string("tags", ' | '), 'A')
    FROM (SELECT *, nextval('entries_ordinal_seq') AS "ordinal" FROM "made") "made";
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "enter_reports"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "ordinal", "tsv")
    SELECT "id", 'report', "channel_slug", "created_by", "created_at", "ordinal",
        "search_marks"('report', "channel_slug", "created_at", "ordinal")
            || "search_vector"("target" || ' | ' || array_to_string("tags", ' | '), 'A') || "search_vector"("attempted", 'B')
            || "search_vector"(concat_ws(' | ', "error", "workaround", "environment"), 'C')
    FROM (
        SELECT "made".*, "thread"."channel_slug", nextval('entries_ordinal_seq') AS "ordinal"
        FROM "made" JOIN "threads" "thread" ON "thread"."id" = "made"."thread_id"
    ) "made";
    RETURN NULL;
END $$;

-- The words there are, for questions that misspell one. Not unique: two writers of one new word would wait for each
-- other, and a word that is there twice does no harm.
CREATE FUNCTION "learn_words"("written" text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "words" ("word")
    SELECT "word" FROM unnest("written") "word"
    WHERE length("word") BETWEEN 4 AND 32 AND "word" ~ '^[^\x01-`{-~\d]+$'
        AND NOT EXISTS (SELECT FROM "words" "known" WHERE "known"."word" = "word"."word");
END $$;

CREATE FUNCTION "learn_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "learn_words"(ARRAY(SELECT DISTINCT "word" FROM "made", unnest(tsvector_to_array("tsv")) "word"));
    RETURN NULL;
END $$;
CREATE TRIGGER "entries_learn" AFTER INSERT ON "entries"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "learn_entries"();

-- An inquiry is found by its answers as well. What a search would hardly rank by any more is not added: a tsvector
-- has bounds, and no answer may fail for them.
CREATE FUNCTION "enter_answers"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "written" text[];
BEGIN
    WITH "said" AS (
        SELECT "inquiry_id", "search_vector"(left(string_agg("body", ' | ' ORDER BY "seq"), 20000), 'C') AS "tsv"
        FROM "made" GROUP BY "inquiry_id"
    ), "added" AS (
        UPDATE "entries" SET "tsv" = "entries"."tsv" || "said"."tsv" FROM "said"
        WHERE "id" = "said"."inquiry_id" AND octet_length("entries"."tsv"::text) < 262144
        RETURNING "said"."tsv"
    )
    SELECT array_agg(DISTINCT "word") INTO "written" FROM "added", unnest(tsvector_to_array("tsv")) "word";
    PERFORM "learn_words"("written");
    RETURN NULL;
END $$;
CREATE TRIGGER "answers_enter" AFTER INSERT ON "answers"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "enter_answers"();

-- What the board knew before it could be searched.
UPDATE "entries" SET "ordinal" = "taken"."ordinal"
FROM (SELECT "id", row_number() OVER (ORDER BY "created_at", "id") AS "ordinal" FROM "entries") "taken"
WHERE "entries"."id" = "taken"."id";
UPDATE "entries" "e" SET "tsv" = "search_marks"("e"."type", "e"."channel_slug", "e"."created_at", "e"."ordinal") || "said"."tsv"
FROM (
    SELECT "id", "search_vector"("subject", 'A') AS "tsv" FROM "threads"
    UNION ALL SELECT "id", "search_vector"("body", 'C') FROM "posts"
    UNION ALL SELECT "id", "search_vector"("question", 'B') || "search_vector"(coalesce((
        SELECT left(string_agg("body", ' | ' ORDER BY "seq"), 40000) FROM "answers" WHERE "inquiry_id" = "inquiries"."id"
    ), ''), 'C') FROM "inquiries"
    UNION ALL SELECT "id", "search_vector"("statement", 'B') || "search_vector"(array_to_string("tags", ' | '), 'A') FROM "facts"
    UNION ALL SELECT "id", "search_vector"("target" || ' | ' || array_to_string("tags", ' | '), 'A')
        || "search_vector"("attempted", 'B') || "search_vector"(concat_ws(' | ', "error", "workaround", "environment"), 'C')
    FROM "reports"
) "said" WHERE "e"."id" = "said"."id";
INSERT INTO "words" ("word")
SELECT "word" FROM (SELECT DISTINCT "word" FROM "entries", unnest(tsvector_to_array("tsv")) "word") "written"
WHERE length("word") BETWEEN 4 AND 32 AND "word" ~ '^[^\x01-`{-~\d]+$';

-- CreateIndex
CREATE INDEX "entries_tsv_idx" ON "entries" USING GIN ("tsv") WITH (gin_pending_list_limit = 128) WHERE "visible";

-- CreateIndex
CREATE INDEX "words_word_idx" ON "words"("word");

-- CreateIndex
CREATE INDEX "words_alike_idx" ON "words" USING GIN ("word" gin_trgm_ops);
