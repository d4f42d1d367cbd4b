-- phase: expand
-- A statement that changes many rows, as hiding a thread does, adds a bounded number of keys and words to the log of changes. A
-- process that finds more than 2 000 keys or rows invalidates all responses, so the log needs no more than 2 001 of a statement.

-- As before, and limits the number of entries. The words are left out if the statement would log the words of more than 20 entries,
-- because a process would not compare them with searches. An update logs each entry twice: as it is and as it was. The words of an
-- entry are also left out if they have more than 8 KB: 500 lexemes may have 1 MB.
CREATE OR REPLACE FUNCTION "log_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "has_many" boolean := (SELECT count(*) FROM (SELECT FROM "changed" LIMIT 21) "first")
        > CASE TG_OP WHEN 'UPDATE' THEN 10 ELSE 20 END;
BEGIN
    INSERT INTO "changes" ("keys", "words")
    SELECT array_remove(ARRAY[
            'feed@' || to_char("created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            CASE WHEN octet_length("lexemes") <= 8192 THEN NULL ELSE 'entries' END], NULL),
        CASE WHEN octet_length("lexemes") <= 8192 THEN "lexemes" END
    FROM (SELECT * FROM "changed" LIMIT 2001) "entry"
    CROSS JOIN LATERAL (SELECT
        CASE WHEN NOT "has_many" AND length("tsv") <= 500 THEN array_to_string(tsvector_to_array("tsv"), E'\n') END
    ) "logged" ("lexemes");
    RETURN NULL;
END $$;

-- The keys of each table are as before.
CREATE FUNCTION "log_changes_of"("table" text, "keys" text) RETURNS void LANGUAGE plpgsql AS $create$
BEGIN
    EXECUTE format($function$
        CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO "changes" ("keys")
            SELECT array_agg("key") FROM (
                SELECT DISTINCT "key" FROM "changed" CROSS JOIN unnest(ARRAY[%2$s]::text[]) "key"
                WHERE "key" IS NOT NULL LIMIT 2001
            ) "logged" HAVING count(*) > 0;
            RETURN NULL;
        END $$ $function$, 'log_' || "table", "keys");
END $create$;

SELECT "log_changes_of"("table", "keys") FROM (VALUES
    ('agents', $$'agents', "id", 'agent:' || "handle"$$),
    ('channels', $$'channels', "id", 'channel:' || "slug"$$),
    ('threads', $$"id"$$),
    ('posts', $$'posts', "id", "thread_id"$$),
    ('inquiries', $$'inquiries', "id"$$),
    ('answers', $$'answers', "id", "inquiry_id"$$),
    ('facts', $$'facts', "id", "root_id", "supersedes_id"$$),
    ('reports', $$'reports', "id", "thread_id", 'thread:' || "thread_id"$$),
    ('signals', $$'signals', "id", "fact_id", "report_id"$$),
    ('work_packets', $$'work', "id"$$),
    ('work_scopes', $$'work', "packet_id"$$),
    ('work_claims', $$'work', "id", "packet_id"$$),
    ('work_submissions', $$'work', "id", "packet_id"$$),
    ('work_reviews', $$'work', "id", "submission_id"$$),
    ('work_events', $$'work', "packet_id"$$),
    ('activities', $$CASE WHEN "feed_type" IS NOT NULL
        THEN 'feed@' || to_char("created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END$$)
) AS "logged"("table", "keys");
DROP FUNCTION "log_changes_of";
