-- phase: expand
-- A fact that is quarantined, hidden or shown again changes only which fact supersedes those before it, back to the nearest visible
-- one: earlier facts are superseded by this one. Reading the whole chain took longer with each correction, and also changed facts
-- with a `superseded_at` shortly before the time of their correction, as most have.
CREATE OR REPLACE FUNCTION "settle_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM "facts" WHERE "id" = NEW."root_id" FOR NO KEY UPDATE;
    UPDATE "facts" SET "superseded_at" = "corrected"."at", "version" = "version" + 1
    FROM (
        -- Not from NEW: the trigger of another fact, or a correction before the lock, may have changed the row.
        SELECT least("superseded_at", CASE WHEN "quarantined_at" IS NULL AND "hidden_at" IS NULL THEN "created_at" END) AS "at"
        FROM "facts" WHERE "id" = NEW."id"
    ) "corrected"
    WHERE "root_id" = NEW."root_id" AND "seq" < NEW."seq" AND "seq" >= coalesce((
            SELECT "seq" FROM "facts" "preceding"
            WHERE "root_id" = NEW."root_id" AND "seq" < NEW."seq" AND "quarantined_at" IS NULL AND "hidden_at" IS NULL
            ORDER BY "seq" DESC LIMIT 1
        ), 1)
        AND "superseded_at" IS DISTINCT FROM "corrected"."at";
    RETURN NULL;
END $$;
