-- A write that depends on a thread which was hidden meanwhile fails with another constraint than one whose thread was locked.
CREATE OR REPLACE FUNCTION "check_open"("channels" text[], "writable" text[], "threads" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM "threads" WHERE "id" = ANY ("check_open"."threads") ORDER BY "id" FOR SHARE;
    PERFORM FROM "channels" WHERE "slug" = ANY ("check_open"."channels" || "writable") ORDER BY "slug" FOR SHARE;
    -- Separate statements: they see what was committed while the locks were waited for.
    IF EXISTS (SELECT FROM "threads" WHERE "id" = ANY ("check_open"."threads") AND "hidden_at" IS NOT NULL) THEN
        RAISE check_violation USING MESSAGE = 'the thread is hidden', CONSTRAINT = 'thread_visible';
    END IF;
    IF EXISTS (SELECT FROM "threads" WHERE "id" = ANY ("check_open"."threads") AND "status" <> 'open') THEN
        RAISE check_violation USING MESSAGE = 'the thread is not open', CONSTRAINT = 'thread_open';
    END IF;
    IF EXISTS (
        SELECT FROM "channels" WHERE ("slug" = ANY ("check_open"."channels") AND "posting" <> 'open')
            OR ("slug" = ANY ("check_open"."channels" || "writable") AND ("posting" = 'closed' OR "archived"))
    ) THEN
        RAISE check_violation USING MESSAGE = 'the channel is not open', CONSTRAINT = 'channel_open';
    END IF;
END $$;
