-- Takes the locks of idempotency keys, as far as they are free, then reads their receipts: in that order and in two
-- statements, so that what the last holder of a lock has committed is seen.
CREATE FUNCTION "claim_receipts"("locks" text[], "owners" text[], "operations" text[], "keys" text[], "since" timestamptz[])
RETURNS TABLE ("locked" boolean, "answer" jsonb, "input_hash" bytea) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    "taken" boolean[] := ARRAY(
        SELECT pg_try_advisory_xact_lock(hashtextextended("lock", 0))
        FROM unnest("locks") WITH ORDINALITY AS "asked" ("lock", "n") ORDER BY "n");
BEGIN
    -- One by one, by their primary key, however the table has grown since this was planned.
    RETURN QUERY
    SELECT "taken"["n"], "receipt"."answer", "receipt"."input_hash"
    FROM unnest("owners", "operations", "keys", "since") WITH ORDINALITY AS "asked" ("owner", "operation", "key", "after", "n")
    LEFT JOIN LATERAL (
        SELECT * FROM "receipts"
        WHERE "owner" = "asked"."owner" AND "operation" = "asked"."operation" AND "key" = "asked"."key"
            AND "created_at" > "after" OFFSET 0
    ) "receipt" ON true
    ORDER BY "n";
END $$;
