-- phase: expand
-- A new fact is the last of its chain. Only facts without a visible correction become superseded by it, and those whose
-- correction has a later time. Reading the whole chain made a correction slower with each correction before it.
CREATE FUNCTION "settle_new_fact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM "facts" WHERE "id" = NEW."root_id" FOR NO KEY UPDATE;
    IF NEW."quarantined_at" IS NULL AND NEW."hidden_at" IS NULL THEN
        UPDATE "facts" SET "superseded_at" = NEW."created_at"
        WHERE "root_id" = NEW."root_id" AND "superseded_at" IS NULL AND "seq" < NEW."seq";
        UPDATE "facts" SET "superseded_at" = NEW."created_at"
        WHERE "root_id" = NEW."root_id" AND "superseded_at" > NEW."created_at" AND "seq" < NEW."seq";
    END IF;
    RETURN NULL;
END $$;
DROP TRIGGER "facts_settle_made" ON "facts";
CREATE TRIGGER "facts_settle_made" AFTER INSERT ON "facts"
    FOR EACH ROW WHEN (NEW."supersedes_id" IS NOT NULL AND current_setting('board.settled', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION "settle_new_fact"();
