-- phase: expand
-- A tsvector ends at 1 MiB: `||` then fails. 2000 lexemes do not bound it, because a lexeme may have 2 046 bytes. A text of 20 000
-- characters has at most some 300 KB of lexemes, so that an entry with less than 256 KiB always has room for one more answer. The
-- text of a tsvector is never shorter than what it stores.

-- As before, and the loop ends also after 256 KiB. The sum over the answers may exceed the size of the entry, which has equal
-- lexemes once: the entry is measured whenever the sum reaches the bound. Measuring it after each answer would take time quadratic
-- in their number.
CREATE OR REPLACE FUNCTION "reenter_inquiry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "indexed" tsvector := "search_vector"((SELECT "question" FROM "inquiries" WHERE "id" = NEW."inquiry_id"), 'B');
    "bytes" int := octet_length("indexed"::text);
    "characters" int := 0;
    "answer" record;
    "said" tsvector;
BEGIN
    FOR "answer" IN
        SELECT "body" FROM "answers"
        WHERE "inquiry_id" = NEW."inquiry_id" AND ("hidden_at" IS NULL OR "hidden_with" IS NOT NULL) ORDER BY "seq"
    LOOP
        EXIT WHEN length("indexed") >= 2000 OR "characters" >= 200000;
        "said" := "search_vector"("answer"."body", 'C');
        "indexed" := "indexed" || "said";
        "bytes" := "bytes" + octet_length("said"::text);
        IF "bytes" >= 262144 THEN
            "bytes" := octet_length("indexed"::text);
            EXIT WHEN "bytes" >= 131072;
        END IF;
        "characters" := "characters" + greatest(char_length("answer"."body"), 100);
    END LOOP;
    UPDATE "entries" SET "tsv" = "search_marks"("type", "channel_slug", "created_at", "ordinal") || "indexed"
    WHERE "id" = NEW."inquiry_id";
    UPDATE "inquiries" SET "accepted_hidden" = NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL
    WHERE "id" = NEW."inquiry_id" AND "accepted_answer_id" = NEW."id";
    RETURN NULL;
END $$;

-- As before, and an entry with 256 KiB takes no more answers. CASE: the size is compared before the answer is added.
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
        WHERE "id" = "said"."inquiry_id" AND CASE
            WHEN octet_length("entries"."tsv"::text) >= 262144 THEN false
            WHEN length("entries"."tsv") < 200 THEN true
            ELSE length("entries"."tsv" || "said"."tsv") > length("entries"."tsv")
        END
        RETURNING "said"."tsv"
    )
    SELECT array_agg(DISTINCT "word") INTO "written" FROM "added", unnest(tsvector_to_array("tsv")) "word";
    PERFORM "learn_words"("written");
    RETURN NULL;
END $$;
