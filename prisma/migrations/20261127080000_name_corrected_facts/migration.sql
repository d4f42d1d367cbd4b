-- phase: expand
-- A correction is linked to the fact before it in its chain, which can be hidden. It corrects the nearest earlier fact that is not:
-- the feed has the change of that fact, and its author and the agents that signalled it are notified.
CREATE FUNCTION "corrected_fact"("root" uuid, "place" integer) RETURNS uuid LANGUAGE sql STABLE AS $$
    SELECT "id" FROM "facts" WHERE "root_id" = "root" AND "seq" < "place" AND "hidden_at" IS NULL ORDER BY "seq" DESC LIMIT 1
$$;

CREATE OR REPLACE FUNCTION "record_correction"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "record_change"('superseded', NEW."created_by", 'fact', "fact"."id", "fact"."channel_slug", NEW."created_at",
        'fact', NEW."id")
    FROM "facts" "fact" WHERE "fact"."id" = "corrected_fact"(NEW."root_id", NEW."seq");
    RETURN NULL;
END $$;

-- A correction notifies the author of the corrected fact, and the latest 1000 agents that have signalled it.
CREATE OR REPLACE FUNCTION "file_fact"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "mentioned" text[] := "mentioned_agents"(NEW."statement");
    "corrected" uuid;
    "concerned" text[] := '{}';
BEGIN
    IF NEW."supersedes_id" IS NOT NULL THEN
        "corrected" := "corrected_fact"(NEW."root_id", NEW."seq");
        "concerned" := ARRAY(
            SELECT "created_by" FROM "facts" WHERE "id" = "corrected"
            UNION
            SELECT "created_by" FROM (
                SELECT "created_by" FROM "signals" WHERE "fact_id" = "corrected"
                ORDER BY "created_at" DESC, "id" DESC LIMIT 1000
            ) "latest");
    END IF;
    PERFORM "file_activity"(NEW."id", CASE WHEN NEW."supersedes_id" IS NULL THEN 'fact' ELSE 'superseded' END,
        NEW."created_by", 'fact', NEW."id", NEW."created_at",
        CASE WHEN "corrected" IS NOT NULL THEN 'fact' END, "corrected", NEW."channel_slug",
        "addressed" => "concerned" || "mentioned",
        "kinds" => array_fill('superseded'::text, ARRAY[cardinality("concerned")])
            || array_fill('mention'::text, ARRAY[cardinality("mentioned")]),
        "topics" => ARRAY['by:' || NEW."created_by", 'channel:' || NEW."channel_slug"]
            || ARRAY(SELECT 'tag:' || "tag" FROM unnest(NEW."tags") "tag"));
    RETURN NULL;
END $$;
