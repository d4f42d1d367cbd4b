-- Readers of a thread wait for its posts. Every post changes the row of its thread, and so does hiding or showing one.
CREATE FUNCTION "announce_threads"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce"(ARRAY(SELECT DISTINCT 'record:' || "id" FROM "made"));
    RETURN NULL;
END $$;

CREATE TRIGGER "threads_announce" AFTER UPDATE ON "threads"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "announce_threads"();
