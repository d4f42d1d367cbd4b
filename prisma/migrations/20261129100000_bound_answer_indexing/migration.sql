-- phase: expand
-- Hiding an answer reads a bounded part of the other answers, and a short answer rarely writes a large entry anew.

-- The entry of an inquiry from its answers, when one of them is hidden or shown again. The loop ends also after 200 000
-- characters: answers with few different words never reach 2000 lexemes, and an inquiry has any number of them. An answer counts
-- for at least 100 characters, because indexing a shorter one takes as long.
CREATE OR REPLACE FUNCTION "reenter_inquiry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "indexed" tsvector := "search_vector"((SELECT "question" FROM "inquiries" WHERE "id" = NEW."inquiry_id"), 'B');
    "characters" int := 0;
    "answer" record;
BEGIN
    FOR "answer" IN
        SELECT "body" FROM "answers"
        WHERE "inquiry_id" = NEW."inquiry_id" AND ("hidden_at" IS NULL OR "hidden_with" IS NOT NULL) ORDER BY "seq"
    LOOP
        EXIT WHEN length("indexed") >= 2000 OR "characters" >= 200000;
        "indexed" := "indexed" || "search_vector"("answer"."body", 'C');
        "characters" := "characters" + greatest(char_length("answer"."body"), 100);
    END LOOP;
    UPDATE "entries" SET "tsv" = "search_marks"("type", "channel_slug", "created_at", "ordinal") || "indexed"
    WHERE "id" = NEW."inquiry_id";
    UPDATE "inquiries" SET "accepted_hidden" = NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL
    WHERE "id" = NEW."inquiry_id" AND "accepted_answer_id" = NEW."id";
    RETURN NULL;
END $$;

-- Each change of an entry writes all of its lexemes to the index again. From 200 lexemes on, an answer therefore changes the entry
-- only if it adds lexemes; below, its positions, which phrases need, are added as well.
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
        WHERE "id" = "said"."inquiry_id" AND (
            length("entries"."tsv") < 200
            OR length("entries"."tsv" || "said"."tsv") > length("entries"."tsv")
        )
        RETURNING "said"."tsv"
    )
    SELECT array_agg(DISTINCT "word") INTO "written" FROM "added", unnest(tsvector_to_array("tsv")) "word";
    PERFORM "learn_words"("written");
    RETURN NULL;
END $$;
