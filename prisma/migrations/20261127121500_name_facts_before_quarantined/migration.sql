-- phase: expand
-- A correction corrects the nearest earlier fact that is neither hidden nor quarantined, which it supersedes. If all are quarantined,
-- it corrects the nearest of them.
CREATE OR REPLACE FUNCTION "corrected_fact"("root" uuid, "place" integer) RETURNS uuid LANGUAGE sql STABLE AS $$
    SELECT coalesce(
        (SELECT "id" FROM "facts" WHERE "root_id" = "root" AND "seq" < "place" AND "hidden_at" IS NULL
            AND "quarantined_at" IS NULL ORDER BY "seq" DESC LIMIT 1),
        (SELECT "id" FROM "facts" WHERE "root_id" = "root" AND "seq" < "place" AND "hidden_at" IS NULL
            ORDER BY "seq" DESC LIMIT 1))
$$;

-- A correction notifies the authors of the corrected fact and of the quarantined ones after it, and the latest 1000 agents that have
-- signalled one of them.
CREATE OR REPLACE FUNCTION "file_fact"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "mentioned" text[] := "mentioned_agents"(NEW."statement");
    "corrected" uuid;
    "concerned" text[] := '{}';
BEGIN
    IF NEW."supersedes_id" IS NOT NULL THEN
        "corrected" := "corrected_fact"(NEW."root_id", NEW."seq");
        "concerned" := ARRAY(
            WITH "corrected_facts" AS MATERIALIZED (
                SELECT "id", "created_by" FROM "facts"
                WHERE "root_id" = NEW."root_id" AND "seq" < NEW."seq" AND "hidden_at" IS NULL
                    AND "seq" >= (SELECT "seq" FROM "facts" WHERE "id" = "corrected")
                ORDER BY "seq" LIMIT 20
            )
            SELECT "created_by" FROM "corrected_facts"
            UNION
            SELECT "created_by" FROM (
                SELECT "latest".* FROM "corrected_facts" CROSS JOIN LATERAL (
                    SELECT "created_by", "created_at", "id" FROM "signals" WHERE "fact_id" = "corrected_facts"."id"
                    ORDER BY "created_at" DESC, "id" DESC LIMIT 1000
                ) "latest" ORDER BY "created_at" DESC, "id" DESC LIMIT 1000
            ) "signals");
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
