-- Misspelt words are corrected to words of visible entries only. The table "words" also keeps the words of entries that
-- were hidden since, and a correction is shown to the caller: in the cursor, and by what it finds.

-- Whether a visible entry has the lexeme. The newest two thousand entries are read first: a common word is among them, and
-- of a rare word the index has few entries in all, of a hidden word none. EXISTS expects to meet a row early in any scan,
-- which takes longest where there is none, so every scan but that of the bitmap of the GIN index is disabled.
CREATE FUNCTION "search_is_visible"("lexeme" text) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE
SET "enable_seqscan" = off SET "enable_indexscan" = off SET "enable_indexonlyscan" = off AS $$
DECLARE
    "asked" tsquery := "search_lexeme"("lexeme");
    "last" bigint := (SELECT "last_value" FROM "entries_ordinal_seq");
    "newest" tsquery := "search_between"(greatest("last" - 2048, 0), "last" + 1);
BEGIN
    RETURN EXISTS (SELECT FROM "entries" WHERE "visible" AND "tsv" @@ "asked" AND "tsv" @@ "newest")
        OR EXISTS (SELECT FROM "entries" WHERE "visible" AND "tsv" @@ "asked");
END $$;

-- The word as it was most likely meant, where no visible entry has it: one edit away, else with the same beginning and
-- similar. Null where there is none: then the term finds nothing. Candidates are checked in order of their similarity
-- until enough are visible, so that a hidden word never takes the place of a visible one. OFFSET 0 keeps the check behind
-- the sort.
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
            ORDER BY "likeness" DESC, "word" OFFSET 0
        ) "near" WHERE "search_is_visible"("word") LIMIT 5);
    IF cardinality("meant") = 0 THEN
        "meant" := ARRAY(
            SELECT "word" FROM (
                SELECT "word" FROM (
                    SELECT DISTINCT "word", similarity("word", "lexeme") AS "likeness" FROM "words"
                    WHERE "word" >= "begun" AND "word" < "begun" || U&'\+10FFFF'
                        AND length("word") BETWEEN length("lexeme") / 2 AND length("lexeme") * 2
                ) "begun_alike"
                WHERE "likeness" >= 0.4 ORDER BY "likeness" DESC, "word" OFFSET 0
            ) "alike" WHERE "search_is_visible"("word") LIMIT 3);
    END IF;
    IF cardinality("meant") = 0 THEN
        RETURN CASE WHEN "lexeme" !~ '^[a-z]+$' THEN "search_lexeme"("lexeme") END;
    END IF;
    RETURN array_to_string(ARRAY(SELECT quote_literal("word") FROM unnest("meant") "word"), '|')::tsquery;
END $$;
