-- "*" stands for all topics only of a transaction with more topics than agents can cause: 32 writes that are committed
-- together have at most about 50 000 characters of topics, mostly of mentions. It wakes every request that waits.
CREATE OR REPLACE FUNCTION "announce"("topics" text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    "announced" text := coalesce(current_setting('board.topics', true), '');
BEGIN
    IF "announced" = '*' OR cardinality("topics") = 0 THEN
        RETURN;
    END IF;
    "announced" := concat_ws(E'\n', nullif("announced", ''), array_to_string("topics", E'\n'));
    PERFORM set_config('board.topics', CASE WHEN length("announced") > 100000 THEN '*' ELSE "announced" END, true);
END $$;
