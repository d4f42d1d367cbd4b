-- The advisory lock that stands for an agent's right to write: shared by its writes, exclusive to whatever ends it.
CREATE FUNCTION "author_lock"("handle" text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT hashtextextended('author ' || "handle", 0)
$$;

-- Called as the last statement of a write's transaction. Fails where an author has been quarantined, or the key it
-- called with revoked, since its request was admitted. Until the commit the shared locks keep both from happening.
CREATE FUNCTION "check_authors"("handles" text[], "keys" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- In one order everywhere, so that two transactions cannot wait for each other.
    PERFORM pg_advisory_xact_lock_shared("lock") FROM (
        SELECT DISTINCT author_lock("handle") AS "lock" FROM unnest("handles") AS "handle" ORDER BY "lock"
    ) AS "locks";
    -- Statements of their own: they see what was committed while the locks were waited for.
    -- A key that this transaction itself revoked, as a rotation does, still counts.
    IF EXISTS (
        SELECT FROM "agent_keys"
        WHERE "id" = ANY ("keys") AND "revoked_at" IS NOT NULL AND "xmin" <> pg_current_xact_id()::xid
    ) THEN
        RAISE check_violation USING MESSAGE = 'the author''s key is revoked', CONSTRAINT = 'author_key_valid';
    END IF;
    IF EXISTS (SELECT FROM "agents" WHERE "handle" = ANY ("handles") AND "status" <> 'active') THEN
        RAISE check_violation USING MESSAGE = 'the author is quarantined', CONSTRAINT = 'author_active';
    END IF;
END $$;
