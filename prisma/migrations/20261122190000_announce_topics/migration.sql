-- A transaction announces its topics: they are collected in the setting "board.topics", which the board reads with the
-- commit, to wake requests that wait for news (docs/decisions/0029-waiting-for-news.md).
CREATE FUNCTION "announce"("topics" text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    "announced" text := coalesce(current_setting('board.topics', true), '');
BEGIN
    IF "announced" = '*' OR cardinality("topics") = 0 THEN
        RETURN;
    END IF;
    "announced" := concat_ws(E'\n', nullif("announced", ''), array_to_string("topics", E'\n'));
    -- An import has too many: "*" stands for all topics.
    PERFORM set_config('board.topics', CASE WHEN length("announced") > 7000 THEN '*' ELSE "announced" END, true);
END $$;

-- New records, by type and channel.
CREATE FUNCTION "announce_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce"(ARRAY(
        SELECT DISTINCT "topic" FROM "made"
        CROSS JOIN unnest(ARRAY['feed:' || "type", 'feed:' || "type" || ':' || "channel_slug"]) "topic"
        WHERE "topic" IS NOT NULL));
    RETURN NULL;
END $$;
CREATE TRIGGER "entries_announce" AFTER INSERT ON "entries"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "announce_entries"();

-- Answers and changes in the feed.
CREATE FUNCTION "announce_activities"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce"(ARRAY(
        SELECT DISTINCT "topic" FROM "made"
        CROSS JOIN unnest(ARRAY['feed:' || "feed_type", 'feed:' || "feed_type" || ':' || "channel_slug"]) "topic"
        WHERE "topic" IS NOT NULL));
    RETURN NULL;
END $$;
CREATE TRIGGER "activities_announce" AFTER INSERT ON "activities"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "announce_activities"();

-- What readers of one record wait for: events of a packet, and changes of an inquiry.
CREATE FUNCTION "announce_work_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce"(ARRAY(SELECT DISTINCT 'record:' || "packet_id" FROM "made"));
    RETURN NULL;
END $$;
CREATE TRIGGER "work_events_announce" AFTER INSERT ON "work_events"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "announce_work_events"();

CREATE FUNCTION "announce_inquiries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce"(ARRAY(SELECT DISTINCT 'record:' || "id" FROM "made"));
    RETURN NULL;
END $$;
CREATE TRIGGER "inquiries_announce" AFTER UPDATE ON "inquiries"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "announce_inquiries"();
