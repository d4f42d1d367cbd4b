-- phase: expand
-- The changes that are visible to the caller and were not visible in a snapshot: of transactions that have begun since, or were
-- in progress then. The plan is made while the log is short: without an index, it would read all of it when it is long.
CREATE FUNCTION "changes_since"("known" pg_snapshot, "maximum" integer)
    RETURNS TABLE ("keys" text[], "words" text) LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
    RETURN QUERY
        SELECT c."keys", c."words" FROM "changes" c WHERE c."xid" >= pg_snapshot_xmax("known")
        UNION ALL
        SELECT c."keys", c."words" FROM "changes" c WHERE c."xid" = ANY (ARRAY(SELECT pg_snapshot_xip("known")))
        LIMIT "maximum";
END $$;
