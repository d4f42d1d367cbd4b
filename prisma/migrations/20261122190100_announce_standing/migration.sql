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
