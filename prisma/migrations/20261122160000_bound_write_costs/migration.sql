-- What a write costs must not grow with what others have written.

-- 1. Indexing -------------------------------------------------------------------------------------------------------

-- Each glyph with the next one; the last by itself, so that every glyph begins a lexeme. Only the first 6000 glyphs of a
-- text are indexed: each pair is a different lexeme, and so another page of the index.
CREATE OR REPLACE FUNCTION "search_glyphs"("t" text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN coalesce((
        SELECT string_agg('''' || "glyph" || coalesce("next", '') || ''':' || least("run" + "place", 16383), ' ')::tsvector
        FROM (
            SELECT "glyph", "run", row_number() OVER (ORDER BY "run", "at") AS "place",
                lead("glyph") OVER (PARTITION BY "run" ORDER BY "at") AS "next"
            FROM (
                SELECT "run", "glyph", "at"
                FROM "search_glyph_runs"("t") WITH ORDINALITY "runs" ("text", "run"),
                    string_to_table("text", NULL) WITH ORDINALITY "glyphs" ("glyph", "at")
                LIMIT 6000
            ) "first"
        ) "pairs"
    ), '');
END $$;

-- An inquiry is found by its answers as well, until its entry has 2000 lexemes: each addition writes the whole entry to
-- the index again.
CREATE OR REPLACE FUNCTION "enter_answers"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "written" text[];
BEGIN
    WITH "said" AS (
        SELECT "inquiry_id", "search_vector"(left(string_agg("body", ' | ' ORDER BY "seq"), 20000), 'C') AS "tsv"
        FROM "made" JOIN "entries" ON "entries"."id" = "inquiry_id"
        WHERE "hidden_at" IS NULL AND length("entries"."tsv") < 2000 GROUP BY "inquiry_id"
    ), "added" AS (
        UPDATE "entries" SET "tsv" = "entries"."tsv" || "said"."tsv" FROM "said"
        WHERE "id" = "said"."inquiry_id"
        RETURNING "said"."tsv"
    )
    SELECT array_agg(DISTINCT "word") INTO "written" FROM "added", unnest(tsvector_to_array("tsv")) "word";
    PERFORM "learn_words"("written");
    RETURN NULL;
END $$;

-- The same entry from all answers, when one of them is hidden or shown again.
CREATE OR REPLACE FUNCTION "reenter_inquiry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "indexed" tsvector := "search_vector"((SELECT "question" FROM "inquiries" WHERE "id" = NEW."inquiry_id"), 'B');
    "answer" record;
BEGIN
    FOR "answer" IN
        SELECT "body" FROM "answers"
        WHERE "inquiry_id" = NEW."inquiry_id" AND ("hidden_at" IS NULL OR "hidden_with" IS NOT NULL) ORDER BY "seq"
    LOOP
        EXIT WHEN length("indexed") >= 2000;
        "indexed" := "indexed" || "search_vector"("answer"."body", 'C');
    END LOOP;
    UPDATE "entries" SET "tsv" = "search_marks"("type", "channel_slug", "created_at", "ordinal") || "indexed"
    WHERE "id" = NEW."inquiry_id";
    UPDATE "inquiries" SET "accepted_hidden" = NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL
    WHERE "id" = NEW."inquiry_id" AND "accepted_answer_id" = NEW."id";
    RETURN NULL;
END $$;

-- 2. Corrections of misspelt words ----------------------------------------------------------------------------------

-- A text adds at most 200 words that the table does not have yet. Texts in natural languages rarely have more.
CREATE OR REPLACE FUNCTION "learn_words"("written" text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "words" ("word")
    SELECT "word" FROM unnest("written") "word"
    WHERE length("word") BETWEEN 4 AND 32 AND "word" ~ '^[^\x01-`{-~\d]+$'
        AND NOT EXISTS (SELECT FROM "words" "known" WHERE "known"."word" = "word"."word")
    LIMIT 200;
END $$;

-- Returns the correction of a word that no visible entry has: a word one edit away, else a similar word with the same
-- beginning; null if there is none. At most 2000 words with the same beginning are compared. Candidates are checked in
-- order of their similarity until enough are visible, so that a hidden word never takes the place of a visible one; at
-- most 20 are checked. OFFSET 0 keeps the check behind the sort.
CREATE OR REPLACE FUNCTION "search_meant"("lexeme" text) RETURNS tsquery LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "begun" text COLLATE "C" := left("lexeme", 3);
    "meant" text[];
BEGIN
    IF length("lexeme") NOT BETWEEN 4 AND 32 OR "lexeme" ~ '\d' OR "search_is_visible"("lexeme") THEN
        RETURN "search_lexeme"("lexeme");
    END IF;
    "meant" := ARRAY(
        SELECT "word" FROM (
            SELECT DISTINCT "word", similarity("word", "lexeme") AS "likeness" FROM "words" WHERE "word" = ANY (ARRAY(
                SELECT overlay("lexeme" PLACING "letter" FROM "at" FOR "taken")
                FROM generate_series(1, length("lexeme") + 1) "at", (VALUES (0), (1)) "takes" ("taken"),
                    string_to_table('abcdefghijklmnopqrstuvwxyz', NULL) "letter"
                UNION ALL
                SELECT overlay("lexeme" PLACING '' FROM "at" FOR 1) FROM generate_series(1, length("lexeme")) "at"
                UNION ALL
                SELECT overlay("lexeme" PLACING reverse(substr("lexeme", "at", 2)) FROM "at" FOR 2)
                FROM generate_series(1, length("lexeme") - 1) "at"))
            ORDER BY "likeness" DESC, "word" LIMIT 20
        ) "near" WHERE "search_is_visible"("word") LIMIT 5);
    IF cardinality("meant") = 0 THEN
        "meant" := ARRAY(
            SELECT "word" FROM (
                SELECT "word" FROM (
                    SELECT DISTINCT "word", similarity("word", "lexeme") AS "likeness" FROM (
                        SELECT "word" FROM "words" WHERE "word" >= "begun" AND "word" < "begun" || U&'\+10FFFF'
                        ORDER BY "word" LIMIT 2000
                    ) "begun_alike"
                    WHERE length("word") BETWEEN length("lexeme") / 2 AND length("lexeme") * 2
                ) "compared"
                WHERE "likeness" >= 0.4 ORDER BY "likeness" DESC, "word" LIMIT 20
            ) "alike" WHERE "search_is_visible"("word") LIMIT 3);
    END IF;
    IF cardinality("meant") = 0 THEN
        RETURN CASE WHEN "lexeme" !~ '^[a-z]+$' THEN "search_lexeme"("lexeme") END;
    END IF;
    RETURN array_to_string(ARRAY(SELECT quote_literal("word") FROM unnest("meant") "word"), '|')::tsquery;
END $$;

-- 3. Locks ----------------------------------------------------------------------------------------------------------

-- Called with the commit of a write. Fails if a channel or thread that the write depends on has been closed, archived,
-- locked or hidden since it was read. Locks are taken here and not earlier: shared locks that writers hold in turn, each
-- for as long as it indexes its text, would keep an operator or a post from ever getting the row.
CREATE FUNCTION "check_open"("channels" text[], "writable" text[], "threads" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM "threads" WHERE "id" = ANY ("check_open"."threads") ORDER BY "id" FOR SHARE;
    PERFORM FROM "channels" WHERE "slug" = ANY ("check_open"."channels" || "writable") ORDER BY "slug" FOR SHARE;
    -- Separate statements: they see what was committed while the locks were waited for.
    IF EXISTS (SELECT FROM "threads" WHERE "id" = ANY ("check_open"."threads") AND ("status" <> 'open' OR "hidden_at" IS NOT NULL)) THEN
        RAISE check_violation USING MESSAGE = 'the thread is not open', CONSTRAINT = 'thread_open';
    END IF;
    IF EXISTS (
        SELECT FROM "channels" WHERE ("slug" = ANY ("check_open"."channels") AND "posting" <> 'open')
            OR ("slug" = ANY ("check_open"."channels" || "writable") AND ("posting" = 'closed' OR "archived"))
    ) THEN
        RAISE check_violation USING MESSAGE = 'the channel is not open', CONSTRAINT = 'channel_open';
    END IF;
END $$;
