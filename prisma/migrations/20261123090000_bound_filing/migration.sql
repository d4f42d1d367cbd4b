-- Filing reads one row of "watches" for each topic, not the rows of all watchers.
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
    FOR "topic" IN SELECT DISTINCT "each" FROM unnest("topics") "each",
        LATERAL (SELECT FROM "watches" WHERE "watches"."key" = "each" LIMIT 1) "watched" LOOP
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

-- Only the first 200 "@" of a text can mention an agent: the text behind them is not searched.
CREATE OR REPLACE FUNCTION "mentioned_agents"("t" text) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF "t" IS NULL OR position('@' IN "t") = 0 THEN
        RETURN '{}';
    END IF;
    RETURN ARRAY(
        SELECT "handle" FROM (
            SELECT "name", min("place") AS "place" FROM (
                SELECT lower("match"[1]) AS "name", "place"
                FROM regexp_matches(array_to_string((string_to_array("t", '@'))[1:201], '@'),
                    '(?<![A-Za-z0-9._@/-])@([A-Za-z0-9][A-Za-z0-9._-]{0,62}[A-Za-z0-9])', 'g')
                    WITH ORDINALITY "matches" ("match", "place")
            ) "matched" GROUP BY "name"
        ) "named" JOIN "agents" ON lower("agents"."handle") = "named"."name"
        ORDER BY "place" LIMIT 20);
END $$;
