-- A version moves when an operator or a correction changes what is said of a fact. A fact that joins its chain where the
-- later ones are still to come, as from an archive, changes nothing for good: what writes it knows each version.
CREATE OR REPLACE FUNCTION "settle_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM "facts" WHERE "id" = NEW."root_id" FOR NO KEY UPDATE;
    UPDATE "facts" SET "superseded_at" = "corrected"."at",
        "version" = "version" + CASE TG_OP WHEN 'UPDATE' THEN 1 ELSE 0 END
    FROM (
        SELECT "id", min("created_at") FILTER (WHERE "quarantined_at" IS NULL)
            OVER (ORDER BY "seq" DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "at"
        FROM "facts" WHERE "root_id" = NEW."root_id"
    ) "corrected"
    WHERE "facts"."id" = "corrected"."id" AND "facts"."superseded_at" IS DISTINCT FROM "corrected"."at";
    RETURN NULL;
END $$;

-- A report that is hidden as it is written, as from an archive, is not in the contents either.
CREATE OR REPLACE FUNCTION "enter_reports"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "visible", "ordinal", "tsv")
    SELECT "id", 'report', "channel_slug", "created_by", "created_at", "hidden_at" IS NULL, "ordinal",
        "search_marks"('report', "channel_slug", "created_at", "ordinal")
            || "search_vector"("target" || ' | ' || array_to_string("tags", ' | '), 'A') || "search_vector"("attempted", 'B')
            || "search_vector"(concat_ws(' | ', "error", "workaround", "environment"), 'C')
    FROM (
        SELECT "made".*, "thread"."channel_slug", nextval('entries_ordinal_seq') AS "ordinal"
        FROM "made" JOIN "threads" "thread" ON "thread"."id" = "made"."thread_id"
    ) "made";
    RETURN NULL;
END $$;
