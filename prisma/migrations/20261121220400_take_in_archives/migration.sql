-- What an archive says of a chain of facts is kept as it says it: the chain comes piece by piece, and is not settled by
-- the pieces that are there. Who takes an archive in says so, for its transaction, by "board.settled".
DROP TRIGGER "facts_settle_made" ON "facts";
CREATE TRIGGER "facts_settle_made" AFTER INSERT ON "facts"
    FOR EACH ROW WHEN (NEW."supersedes_id" IS NOT NULL AND current_setting('board.settled', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION "settle_chain"();

-- A report may come hidden, as a post may.
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
