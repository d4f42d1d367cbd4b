-- phase: expand
-- The answer to an inquiry, the correction of a fact and the acceptance of a packet are changes in the feed. As for other changes,
-- the requests that wait for changes are woken.
CREATE OR REPLACE FUNCTION "record_change"(
    "kind" text, "actor" text, "record_type" text, "record_id" uuid, "channel_slug" text, "at" timestamptz,
    "about_type" text DEFAULT NULL, "about_id" uuid DEFAULT NULL
) RETURNS void LANGUAGE sql AS $$
    INSERT INTO "activities" ("id", "kind", "actor", "record_type", "record_id", "about_type", "about_id", "channel_slug",
        "feed_type", "created_at")
    VALUES ("uuid_at"("at"), "kind", "actor", "record_type", "record_id", "about_type", "about_id", "channel_slug",
        'change', "at");
    SELECT "announce"(array_remove(ARRAY['feed:change', 'feed:change:' || "channel_slug"], NULL));
$$;
