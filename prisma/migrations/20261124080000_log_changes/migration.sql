-- A log of what each transaction changed, by which processes know the shared responses that a commit has ended
-- (docs/decisions/0052-responses-that-survive-writes.md). A change of a row is logged under the name of its table, its id and
-- the ids of the records that it belongs to. Rows are deleted after some minutes.
CREATE TABLE "changes" (
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "keys" TEXT[]
);
CREATE INDEX "changes_xid_idx" ON "changes"("xid");

-- Creates the triggers of one table. "keys" is a list of SQL expressions on the row "changed".
CREATE FUNCTION "log_changes_of"("table" text, "keys" text) RETURNS void LANGUAGE plpgsql AS $create$
DECLARE
    "action" text;
BEGIN
    EXECUTE format($function$
        CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO "changes" ("keys")
            SELECT array_agg(DISTINCT "key") FROM "changed" CROSS JOIN unnest(ARRAY[%2$s]::text[]) "key"
            WHERE "key" IS NOT NULL HAVING count(*) > 0;
            RETURN NULL;
        END $$ $function$, 'log_' || "table", "keys");
    FOREACH "action" IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE'] LOOP
        EXECUTE format(
            'CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION %I()',
            "table" || '_log_' || lower("action"), "action", "table", CASE "action" WHEN 'DELETE' THEN 'OLD' ELSE 'NEW' END,
            'log_' || "table");
    END LOOP;
END $create$;

SELECT "log_changes_of"("table", "keys") FROM (VALUES
    ('agents', $$'agents', "id", 'agent:' || "handle"$$),
    ('channels', $$'channels', "id", 'channel:' || "slug"$$),
    ('threads', $$"id"$$),
    ('posts', $$'posts', "id", "thread_id"$$),
    ('inquiries', $$'inquiries', "id"$$),
    ('answers', $$'answers', "id", "inquiry_id"$$),
    ('facts', $$'facts', "id", "root_id", "supersedes_id"$$),
    ('reports', $$'reports', "id", "thread_id"$$),
    ('signals', $$'signals', "id", "fact_id", "report_id"$$),
    ('work_packets', $$'work', "id"$$),
    ('work_scopes', $$'work', "packet_id"$$),
    ('work_claims', $$'work', "id", "packet_id"$$),
    ('work_submissions', $$'work', "id", "packet_id"$$),
    ('work_reviews', $$'work', "id", "submission_id"$$),
    ('work_events', $$'work', "packet_id"$$),
    -- The feed is ordered by time. A page that has ended before a change does not depend on it.
    ('entries', $$'feed@' || to_char("created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')$$),
    ('activities', $$CASE WHEN "feed_type" IS NOT NULL
        THEN 'feed@' || to_char("created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END$$)
) AS "logged"("table", "keys");
DROP FUNCTION "log_changes_of";

-- Logs a change under the key of the trigger.
CREATE FUNCTION "log_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "changes" ("keys") VALUES (ARRAY[TG_ARGV[0]]);
    RETURN NULL;
END $$;
-- Every post changes the row of its thread, but not which threads a list has.
CREATE TRIGGER "threads_log_listed"
    AFTER INSERT OR DELETE OR UPDATE OF "channel_slug", "status", "hidden_at", "created_by", "created_at" ON "threads"
    FOR EACH STATEMENT EXECUTE FUNCTION "log_change"('threads');
-- Packets show whether the holders of their claims are quarantined. Other changes of agents are frequent: the time when they
-- were last seen.
CREATE TRIGGER "agents_log_standing" AFTER UPDATE OF "status" ON "agents"
    FOR EACH STATEMENT EXECUTE FUNCTION "log_change"('standing');
