-- Activities and their keys are inserted one by one, so a trigger for each row needs no transition table. Most activities are
-- not in the feed: they no longer call a function.
CREATE OR REPLACE FUNCTION "announce_activities"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce"(array_remove(
        ARRAY['feed:' || NEW."feed_type", 'feed:' || NEW."feed_type" || ':' || NEW."channel_slug"], NULL));
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER "activities_announce" AFTER INSERT ON "activities"
    FOR EACH ROW WHEN (NEW."feed_type" IS NOT NULL) EXECUTE FUNCTION "announce_activities"();

CREATE OR REPLACE FUNCTION "announce_keys_of_inboxes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "announce"(ARRAY[NEW."key"]);
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER "activity_keys_announce" AFTER INSERT ON "activity_keys"
    FOR EACH ROW EXECUTE FUNCTION "announce_keys_of_inboxes"();
