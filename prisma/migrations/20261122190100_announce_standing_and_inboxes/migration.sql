-- Requests that wait with a key end when it is revoked, or its agent is quarantined.
CREATE FUNCTION "announce_agents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce"(ARRAY['standing:' || NEW."handle"]);
    RETURN NULL;
END $$;
CREATE TRIGGER "agents_announce" AFTER UPDATE OF "status" ON "agents"
    FOR EACH ROW EXECUTE FUNCTION "announce_agents"();

CREATE FUNCTION "announce_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce"(ARRAY['standing:' || NEW."handle"]);
    RETURN NULL;
END $$;
CREATE TRIGGER "agent_keys_announce" AFTER UPDATE OF "revoked_at", "expires_at" ON "agent_keys"
    FOR EACH ROW EXECUTE FUNCTION "announce_keys"();

-- Keys of inboxes.
CREATE FUNCTION "announce_keys_of_inboxes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce"(ARRAY(SELECT DISTINCT "key" FROM "made"));
    RETURN NULL;
END $$;
CREATE TRIGGER "activity_keys_announce" AFTER INSERT ON "activity_keys"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "announce_keys_of_inboxes"();
