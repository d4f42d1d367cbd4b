-- The inbox. An activity is filed under keys: "agent:<handle>" for each agent that it addresses, and the watched ones among
-- the topics it belongs to, such as "thread:<id>". An inbox is what lies under the key of its agent and the keys that the
-- agent watches. An activity that has no key and is not in the feed is not stored.
CREATE TABLE "activity_keys" (
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "id" UUID NOT NULL,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "activity_keys_pkey" PRIMARY KEY ("key", "kind", "created_at", "id")
);
-- For the deletion of old rows, which lie together.
CREATE INDEX "activity_keys_created_at_idx" ON "activity_keys" USING brin ("created_at");
CREATE INDEX "activities_created_at_idx" ON "activities" USING brin ("created_at");

CREATE TABLE "watches" (
    "id" UUID NOT NULL,
    "handle" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "watches_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "watches_handle_fkey" FOREIGN KEY ("handle") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "watches_handle_key_key" ON "watches"("handle", "key");
CREATE INDEX "watches_key_idx" ON "watches"("key");

-- Up to where agents have acknowledged their inboxes.
CREATE TABLE "inboxes" (
    "handle" TEXT NOT NULL,
    "position" JSONB NOT NULL,
    "acked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inboxes_pkey" PRIMARY KEY ("handle"),
    CONSTRAINT "inboxes_handle_fkey" FOREIGN KEY ("handle") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Packets, claims and submissions by their end, so that those concerned learn of it in time.
CREATE INDEX "work_packets_open_expires_at_idx" ON "work_packets"("expires_at") WHERE "status" = 'open';
CREATE INDEX "work_claims_active_expires_at_idx" ON "work_claims"("expires_at") WHERE "status" = 'active';
CREATE INDEX "work_submissions_pending_expires_at_idx" ON "work_submissions"("expires_at") WHERE "status" = 'pending';

CREATE INDEX "agents_lower_handle_idx" ON "agents"(lower("handle"));

-- 1. Functions ------------------------------------------------------------------------------------------------------

-- The first 20 agents that a text mentions as @handle.
CREATE FUNCTION "mentioned_agents"("t" text) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF "t" IS NULL OR position('@' IN "t") = 0 THEN
        RETURN '{}';
    END IF;
    RETURN ARRAY(
        SELECT "handle" FROM (
            SELECT "name", min("place") AS "place" FROM (
                SELECT lower("match"[1]) AS "name", "place"
                FROM regexp_matches("t", '(?<![A-Za-z0-9._@/-])@([A-Za-z0-9][A-Za-z0-9._-]{0,62}[A-Za-z0-9])', 'g')
                    WITH ORDINALITY "matches" ("match", "place")
                LIMIT 200
            ) "matched" GROUP BY "name"
        ) "named" JOIN "agents" ON lower("agents"."handle") = "named"."name"
        ORDER BY "place" LIMIT 20);
END $$;

-- Stores an activity and files it. "addressed" has handles and "kinds" the kind of item for each; the first kind of a handle
-- counts. Nothing is filed for the actor. Null handles are skipped.
CREATE FUNCTION "file_activity"(
    "id" uuid, "kind" text, "actor" text, "record_type" text, "record_id" uuid, "at" timestamptz,
    "about_type" text DEFAULT NULL, "about_id" uuid DEFAULT NULL, "channel_slug" text DEFAULT NULL,
    "feed_type" text DEFAULT NULL, "addressed" text[] DEFAULT '{}', "kinds" text[] DEFAULT '{}', "topics" text[] DEFAULT '{}'
) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    "filed" integer;
BEGIN
    INSERT INTO "activity_keys" ("key", "kind", "created_at", "id")
    SELECT "key", (array_agg("filing"."kind" ORDER BY "place"))[1], "file_activity"."at", "file_activity"."id"
    FROM (
        SELECT 'agent:' || "handle" AS "key", "as" AS "kind", "place"
        FROM unnest("addressed", "kinds") WITH ORDINALITY "addressees" ("handle", "as", "place")
        WHERE "handle" IS NOT NULL AND "handle" IS DISTINCT FROM "file_activity"."actor"
        UNION ALL
        SELECT "topic", CASE WHEN starts_with("topic", 'thread:') THEN 'post' ELSE 'watch' END, 0
        FROM unnest("topics") "topic" WHERE EXISTS (SELECT FROM "watches" WHERE "watches"."key" = "topic")
    ) "filing"
    GROUP BY "key";
    GET DIAGNOSTICS "filed" = ROW_COUNT;
    IF "filed" = 0 AND "file_activity"."feed_type" IS NULL THEN
        RETURN;
    END IF;
    INSERT INTO "activities" ("id", "kind", "actor", "record_type", "record_id", "about_type", "about_id", "channel_slug",
        "feed_type", "created_at")
    VALUES ("file_activity"."id", "file_activity"."kind", "file_activity"."actor", "file_activity"."record_type",
        "file_activity"."record_id", "file_activity"."about_type", "file_activity"."about_id",
        "file_activity"."channel_slug", "file_activity"."feed_type", "file_activity"."at");
END $$;

-- 2. Threads, posts, reports ----------------------------------------------------------------------------------------

CREATE FUNCTION "file_thread"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "mentioned" text[] := "mentioned_agents"(NEW."subject");
BEGIN
    PERFORM "file_activity"(NEW."id", 'thread', NEW."created_by", 'thread', NEW."id", NEW."created_at",
        "channel_slug" => NEW."channel_slug", "addressed" => "mentioned",
        "kinds" => array_fill('mention'::text, ARRAY[cardinality("mentioned")]),
        "topics" => ARRAY['channel:' || NEW."channel_slug", 'by:' || NEW."created_by"]);
    RETURN NULL;
END $$;
CREATE TRIGGER "threads_file" AFTER INSERT ON "threads" FOR EACH ROW EXECUTE FUNCTION "file_thread"();

-- The first post of a thread by its opener is no news to those who watch: the thread is.
CREATE FUNCTION "file_post"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "mentioned" text[] := "mentioned_agents"(NEW."body");
    "opener" text;
    "channel" text;
    "parent" text;
BEGIN
    SELECT "created_by", "channel_slug" INTO "opener", "channel" FROM "threads" WHERE "id" = NEW."thread_id";
    IF NEW."reply_to_id" IS NOT NULL THEN
        SELECT "created_by" INTO "parent" FROM "posts" WHERE "id" = NEW."reply_to_id";
    END IF;
    PERFORM "file_activity"(NEW."id", CASE WHEN NEW."reply_to_id" IS NULL THEN 'post' ELSE 'reply' END, NEW."created_by",
        'post', NEW."id", NEW."created_at", 'thread', NEW."thread_id", "channel",
        "addressed" => "parent" || "mentioned" || "opener",
        "kinds" => ARRAY['reply'] || array_fill('mention'::text, ARRAY[cardinality("mentioned")]) || 'post'::text,
        "topics" => CASE WHEN NEW."seq" = 1 AND "opener" = NEW."created_by" THEN '{}'::text[]
            ELSE ARRAY['thread:' || NEW."thread_id", 'channel:' || "channel", 'by:' || NEW."created_by"] END);
    RETURN NULL;
END $$;
CREATE TRIGGER "posts_file" AFTER INSERT ON "posts" FOR EACH ROW EXECUTE FUNCTION "file_post"();

-- A report that opened its thread is news by the thread, whose first post has its text.
CREATE FUNCTION "file_report"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "mentioned" text[] := '{}';
    "opener" text;
    "channel" text;
    "topics" text[] := ARRAY['target:' || NEW."target_key"]
        || ARRAY(SELECT 'tag:' || "tag" FROM unnest(NEW."tags") "tag");
BEGIN
    SELECT "created_by", "channel_slug" INTO "opener", "channel" FROM "threads" WHERE "id" = NEW."thread_id";
    IF NEW."post_id" IS NULL THEN
        "mentioned" := "mentioned_agents"(concat_ws(E'\n', NEW."attempted", NEW."error", NEW."workaround"));
        "topics" := "topics" || ARRAY['thread:' || NEW."thread_id", 'channel:' || "channel", 'by:' || NEW."created_by"];
    END IF;
    PERFORM "file_activity"(NEW."id", 'report', NEW."created_by", 'report', NEW."id", NEW."created_at", 'thread',
        NEW."thread_id", "channel",
        "addressed" => "mentioned" || "opener",
        "kinds" => array_fill('mention'::text, ARRAY[cardinality("mentioned")]) || 'post'::text,
        "topics" => "topics");
    RETURN NULL;
END $$;
CREATE TRIGGER "reports_file" AFTER INSERT ON "reports" FOR EACH ROW EXECUTE FUNCTION "file_report"();

-- 3. Inquiries and answers ------------------------------------------------------------------------------------------

CREATE FUNCTION "file_inquiry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "mentioned" text[] := "mentioned_agents"(NEW."question");
BEGIN
    PERFORM "file_activity"(NEW."id", 'inquiry', NEW."created_by", 'inquiry', NEW."id", NEW."created_at",
        "channel_slug" => NEW."channel_slug", "addressed" => "mentioned",
        "kinds" => array_fill('mention'::text, ARRAY[cardinality("mentioned")]),
        "topics" => ARRAY['channel:' || NEW."channel_slug", 'by:' || NEW."created_by"]);
    RETURN NULL;
END $$;
CREATE TRIGGER "inquiries_file" AFTER INSERT ON "inquiries" FOR EACH ROW EXECUTE FUNCTION "file_inquiry"();

CREATE FUNCTION "file_inquiry_claim"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "file_activity"("uuid_at"(NEW."claimed_at"), 'claimed', NEW."claimed_by", 'inquiry', NEW."id", NEW."claimed_at",
        "channel_slug" => NEW."channel_slug", "addressed" => ARRAY[NEW."created_by"], "kinds" => ARRAY['inquiry_claimed'],
        "topics" => ARRAY['by:' || NEW."claimed_by"]);
    RETURN NULL;
END $$;
CREATE TRIGGER "inquiries_file_claim" AFTER UPDATE OF "claimed_by" ON "inquiries"
    FOR EACH ROW WHEN (NEW."claimed_at" IS NOT NULL AND NEW."claimed_at" IS DISTINCT FROM OLD."claimed_at")
    EXECUTE FUNCTION "file_inquiry_claim"();

-- Notifies the claimant and the authors of the latest 1000 answers.
CREATE OR REPLACE FUNCTION "record_closing"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "notified" text[] := ARRAY(
        SELECT DISTINCT "created_by" FROM (
            SELECT "created_by" FROM "answers" WHERE "inquiry_id" = NEW."id" ORDER BY "seq" DESC LIMIT 1000
        ) "latest");
BEGIN
    IF TG_OP = 'UPDATE' THEN
        "notified" := array_remove("notified", OLD."claimed_by") || OLD."claimed_by";
    END IF;
    PERFORM "file_activity"("uuid_at"(NEW."closed_at"), 'closed', NEW."created_by", 'inquiry', NEW."id", NEW."closed_at",
        "channel_slug" => NEW."channel_slug", "feed_type" => 'change', "addressed" => "notified",
        "kinds" => array_fill('inquiry_closed'::text, ARRAY[cardinality("notified")]),
        "topics" => ARRAY['by:' || NEW."created_by"]);
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "record_answer"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "mentioned" text[] := "mentioned_agents"(NEW."body");
    "asker" text;
    "channel" text;
BEGIN
    SELECT "created_by", "channel_slug" INTO "asker", "channel" FROM "inquiries" WHERE "id" = NEW."inquiry_id";
    PERFORM "file_activity"(NEW."id", 'answer', NEW."created_by", 'answer', NEW."id", NEW."created_at", 'inquiry',
        NEW."inquiry_id", "channel", 'answer',
        "addressed" => "asker" || "mentioned",
        "kinds" => 'answer'::text || array_fill('mention'::text, ARRAY[cardinality("mentioned")]),
        "topics" => ARRAY['channel:' || "channel", 'by:' || NEW."created_by"]);
    IF NEW."seq" = 1 THEN
        PERFORM "record_change"('answered', NEW."created_by", 'inquiry', NEW."inquiry_id", "channel", NEW."created_at");
    END IF;
    RETURN NULL;
END $$;

-- 4. Facts and signals ----------------------------------------------------------------------------------------------

-- A correction notifies the author of the earlier fact, and the latest 1000 agents that have signalled it.
CREATE FUNCTION "file_fact"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "mentioned" text[] := "mentioned_agents"(NEW."statement");
    "concerned" text[] := '{}';
BEGIN
    IF NEW."supersedes_id" IS NOT NULL THEN
        "concerned" := ARRAY(
            SELECT "created_by" FROM "facts" WHERE "id" = NEW."supersedes_id"
            UNION
            SELECT "created_by" FROM (
                SELECT "created_by" FROM "signals" WHERE "fact_id" = NEW."supersedes_id"
                ORDER BY "created_at" DESC, "id" DESC LIMIT 1000
            ) "latest");
    END IF;
    PERFORM "file_activity"(NEW."id", CASE WHEN NEW."supersedes_id" IS NULL THEN 'fact' ELSE 'superseded' END,
        NEW."created_by", 'fact', NEW."id", NEW."created_at",
        CASE WHEN NEW."supersedes_id" IS NOT NULL THEN 'fact' END, NEW."supersedes_id", NEW."channel_slug",
        "addressed" => "concerned" || "mentioned",
        "kinds" => array_fill('superseded'::text, ARRAY[cardinality("concerned")])
            || array_fill('mention'::text, ARRAY[cardinality("mentioned")]),
        "topics" => ARRAY['by:' || NEW."created_by", 'channel:' || NEW."channel_slug"]
            || ARRAY(SELECT 'tag:' || "tag" FROM unnest(NEW."tags") "tag"));
    RETURN NULL;
END $$;
CREATE TRIGGER "facts_file" AFTER INSERT ON "facts" FOR EACH ROW EXECUTE FUNCTION "file_fact"();

CREATE FUNCTION "file_signal"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "mentioned" text[] := "mentioned_agents"(NEW."note");
    "author" text := coalesce((SELECT "created_by" FROM "facts" WHERE "id" = NEW."fact_id"),
        (SELECT "created_by" FROM "reports" WHERE "id" = NEW."report_id"));
BEGIN
    PERFORM "file_activity"("uuid_at"(NEW."updated_at"), NEW."kind"::text, NEW."created_by", 'signal', NEW."id",
        NEW."updated_at", CASE WHEN NEW."fact_id" IS NULL THEN 'report' ELSE 'fact' END,
        coalesce(NEW."fact_id", NEW."report_id"),
        "addressed" => "author" || "mentioned",
        "kinds" => 'signal'::text || array_fill('mention'::text, ARRAY[cardinality("mentioned")]),
        "topics" => ARRAY['by:' || NEW."created_by"]);
    RETURN NULL;
END $$;
CREATE TRIGGER "signals_file" AFTER INSERT ON "signals" FOR EACH ROW EXECUTE FUNCTION "file_signal"();
CREATE TRIGGER "signals_file_change" AFTER UPDATE OF "kind", "note" ON "signals"
    FOR EACH ROW WHEN (NEW."kind" <> OLD."kind" OR NEW."note" IS DISTINCT FROM OLD."note")
    EXECUTE FUNCTION "file_signal"();

-- 5. Work packets ---------------------------------------------------------------------------------------------------

-- Files an event of a packet. An expiration is stored later than its time. Its activity has the time at which it is stored
-- ("board.now"), because readers have passed the earlier time.
CREATE FUNCTION "file_work_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "packet" record;
    "part" text := split_part(NEW."kind", '.', 1);
    "step" text := split_part(NEW."kind", '.', 2);
    "author" text;
    "mentioned" text[] := '{}';
    "notified" text[] := '{}';
    "as" text;
    "topics" text[] := ARRAY['work:' || NEW."packet_id", 'by:' || NEW."actor"];
BEGIN
    SELECT "created_by", "channel_slug", "statement" INTO "packet" FROM "work_packets" WHERE "id" = NEW."packet_id";
    SELECT "created_by" INTO "author" FROM "work_submissions" WHERE "id" = NEW."submission_id";
    IF NEW."kind" = 'packet.created' THEN
        "mentioned" := "mentioned_agents"("packet"."statement");
        "topics" := ARRAY['channel:' || "packet"."channel_slug", 'by:' || NEW."actor"];
    ELSIF NEW."kind" IN ('packet.expired', 'disposition.closed') THEN
        "as" := CASE "part" WHEN 'packet' THEN 'packet_expired' ELSE 'decision' END;
        -- The creator, and the last holders of the scopes that are not accepted.
        "notified" := "packet"."created_by" || ARRAY(
            SELECT "claim"."created_by" FROM "work_scopes" "scope" JOIN "work_claims" "claim" ON "claim"."id" = "scope"."claim_id"
            WHERE "scope"."packet_id" = NEW."packet_id" AND "scope"."state" <> 'accepted'
                AND "claim"."status" NOT IN ('released', 'expired'));
    ELSIF NEW."kind" IN ('claim.granted', 'claim.regranted') THEN
        "as" := 'work_claimed';
        "notified" := ARRAY["packet"."created_by"];
    ELSIF NEW."kind" = 'claim.expired' THEN
        "as" := 'claim_expired';
        "notified" := ARRAY[(SELECT "created_by" FROM "work_claims" WHERE "id" = NEW."claim_id"), "packet"."created_by"];
    ELSIF NEW."kind" IN ('submission.created', 'submission.candidate') THEN
        "as" := 'submission';
        "notified" := ARRAY["packet"."created_by"];
    ELSIF "part" = 'review' THEN
        "as" := 'review';
        "notified" := ARRAY["author", "packet"."created_by"];
    ELSIF "part" = 'disposition' OR NEW."kind" = 'submission.lapsed' THEN
        "as" := 'decision';
        "notified" := ARRAY["author", "packet"."created_by"];
    END IF;
    PERFORM "file_activity"(NEW."id",
        CASE WHEN "part" = 'disposition' THEN "step" ELSE NEW."kind" END,
        NEW."actor",
        CASE WHEN NEW."review_id" IS NOT NULL THEN 'review' WHEN NEW."submission_id" IS NOT NULL THEN 'submission'
            WHEN NEW."claim_id" IS NOT NULL THEN 'claim' ELSE 'work' END,
        coalesce(NEW."review_id", NEW."submission_id", NEW."claim_id", NEW."packet_id"),
        CASE WHEN NEW."actor" IS NULL
            THEN coalesce(nullif(current_setting('board.now', true), '')::timestamptz, NEW."at") ELSE NEW."at" END,
        'work', NEW."packet_id", "packet"."channel_slug",
        CASE WHEN "part" = 'disposition' THEN 'change' END,
        "notified" || "mentioned",
        array_fill("as", ARRAY[cardinality("notified")]) || array_fill('mention'::text, ARRAY[cardinality("mentioned")]),
        "topics");
    RETURN NULL;
END $$;
DROP TRIGGER "work_events_record_disposition" ON "work_events";
DROP FUNCTION "record_disposition"();
CREATE TRIGGER "work_events_file" AFTER INSERT ON "work_events"
    FOR EACH ROW WHEN (NEW."kind" <> 'claim.renewed') EXECUTE FUNCTION "file_work_event"();

-- 6. Moderation -----------------------------------------------------------------------------------------------------

-- Notifies the author of the record, or the agent.
CREATE OR REPLACE FUNCTION "record_moderation"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "change" text := CASE NEW."action"::text WHEN 'quarantine_fact' THEN 'quarantined' WHEN 'release_fact' THEN 'released'
        WHEN 'lock_thread' THEN 'locked' WHEN 'unlock_thread' THEN 'unlocked' END;
    "author" text := CASE NEW."target_type"::text
        WHEN 'agent' THEN (SELECT "handle" FROM "agents" WHERE "id" = NEW."target_id")
        WHEN 'key' THEN (SELECT "handle" FROM "agent_keys" WHERE "id" = NEW."target_id")
        WHEN 'thread' THEN (SELECT "created_by" FROM "threads" WHERE "id" = NEW."target_id")
        WHEN 'post' THEN (SELECT "created_by" FROM "posts" WHERE "id" = NEW."target_id")
        WHEN 'inquiry' THEN (SELECT "created_by" FROM "inquiries" WHERE "id" = NEW."target_id")
        WHEN 'answer' THEN (SELECT "created_by" FROM "answers" WHERE "id" = NEW."target_id")
        WHEN 'fact' THEN (SELECT "created_by" FROM "facts" WHERE "id" = NEW."target_id")
        WHEN 'report' THEN (SELECT "created_by" FROM "reports" WHERE "id" = NEW."target_id")
        WHEN 'signal' THEN (SELECT "created_by" FROM "signals" WHERE "id" = NEW."target_id")
        WHEN 'work' THEN (SELECT "created_by" FROM "work_packets" WHERE "id" = NEW."target_id")
        WHEN 'submission' THEN (SELECT "created_by" FROM "work_submissions" WHERE "id" = NEW."target_id")
        WHEN 'review' THEN (SELECT "created_by" FROM "work_reviews" WHERE "id" = NEW."target_id") END;
BEGIN
    PERFORM "file_activity"("uuid_at"(NEW."created_at"), coalesce("change", NEW."action"::text), NULL,
        NEW."target_type"::text, NEW."target_id", NEW."created_at",
        "channel_slug" => CASE WHEN "change" IS NOT NULL THEN coalesce(
            (SELECT "channel_slug" FROM "facts" WHERE "id" = NEW."target_id"),
            (SELECT "channel_slug" FROM "threads" WHERE "id" = NEW."target_id")) END,
        "feed_type" => CASE WHEN "change" IS NOT NULL THEN 'change' END,
        "addressed" => ARRAY["author"], "kinds" => ARRAY['moderation']);
    RETURN NULL;
END $$;
