-- The same with less work for each write. Most activities have no key, which one look-up of the watched topics tells; the
-- others have few.
CREATE OR REPLACE FUNCTION "file_activity"(
    "id" uuid, "kind" text, "actor" text, "record_type" text, "record_id" uuid, "at" timestamptz,
    "about_type" text DEFAULT NULL, "about_id" uuid DEFAULT NULL, "channel_slug" text DEFAULT NULL,
    "feed_type" text DEFAULT NULL, "addressed" text[] DEFAULT '{}', "kinds" text[] DEFAULT '{}', "topics" text[] DEFAULT '{}'
) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    "handle" text;
    "topic" text;
    "place" integer := 0;
    "file_under" text[] := '{}';
    "file_as" text[] := '{}';
BEGIN
    FOREACH "handle" IN ARRAY "addressed" LOOP
        "place" := "place" + 1;
        CONTINUE WHEN "handle" IS NULL OR "handle" IS NOT DISTINCT FROM "actor" OR 'agent:' || "handle" = ANY ("file_under");
        "file_under" := "file_under" || ('agent:' || "handle");
        "file_as" := "file_as" || "kinds"["place"];
    END LOOP;
    FOR "topic" IN SELECT DISTINCT "watches"."key" FROM "watches" WHERE "watches"."key" = ANY ("topics") LOOP
        "file_under" := "file_under" || "topic";
        "file_as" := "file_as" || CASE WHEN starts_with("topic", 'thread:') THEN 'post' ELSE 'watch' END;
    END LOOP;
    IF "file_under" = '{}' AND "feed_type" IS NULL THEN
        RETURN;
    END IF;
    INSERT INTO "activities" ("id", "kind", "actor", "record_type", "record_id", "about_type", "about_id", "channel_slug",
        "feed_type", "created_at")
    VALUES ("id", "kind", "actor", "record_type", "record_id", "about_type", "about_id", "channel_slug", "feed_type", "at");
    FOR "place" IN 1..cardinality("file_under") LOOP
        INSERT INTO "activity_keys" ("key", "kind", "created_at", "id")
        VALUES ("file_under"["place"], "file_as"["place"], "at", "id");
    END LOOP;
END $$;
