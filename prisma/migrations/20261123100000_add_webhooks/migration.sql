-- Endpoints to which inbox items are sent, and the calls to them (docs/decisions/0031-webhooks.md). Secrets are not stored:
-- they are derived from the pepper, the id and "secret_version".

CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "handle" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "kinds" TEXT[] NOT NULL DEFAULT '{}',
    "watch_ids" UUID[] NOT NULL DEFAULT '{}',
    "verified_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "stopped_at" TIMESTAMPTZ(3),
    "secret_version" INTEGER NOT NULL DEFAULT 1,
    "rotated_at" TIMESTAMPTZ(3),
    "position" JSONB NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "is_slow" BOOLEAN NOT NULL DEFAULT false,
    "failing_since" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "tested_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhooks_handle_fkey" FOREIGN KEY ("handle") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "webhooks_handle_created_at_id_idx" ON "webhooks"("handle", "created_at", "id");
CREATE INDEX "webhooks_created_at_id_idx" ON "webhooks"("created_at" DESC, "id" DESC);

CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "item_ids" UUID[] NOT NULL DEFAULT '{}',
    "item_kinds" TEXT[] NOT NULL DEFAULT '{}',
    "item_count" INTEGER NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "http_status" INTEGER,
    "error" TEXT,
    "attempted_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- A page is sent only after the one before it was received.
CREATE UNIQUE INDEX "webhook_deliveries_one_pending_key" ON "webhook_deliveries"("webhook_id") WHERE "delivered_at" IS NULL;
CREATE INDEX "webhook_deliveries_webhook_id_created_at_id_idx" ON "webhook_deliveries"("webhook_id", "created_at" DESC, "id" DESC);
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" USING BRIN ("created_at");

-- Wakes the process that calls webhooks.
CREATE TRIGGER "webhooks_announce" AFTER UPDATE OF "verified_at", "failed_at", "stopped_at" ON "webhooks"
    FOR EACH ROW EXECUTE FUNCTION "announce_agents"();

ALTER TYPE "ModerationAction" ADD VALUE 'stop_webhook';
ALTER TYPE "ModerationAction" ADD VALUE 'restart_webhook';
ALTER TYPE "ModerationTarget" ADD VALUE 'webhook';

-- Tells the agent of actions of the operator on its webhooks.
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
        WHEN 'review' THEN (SELECT "created_by" FROM "work_reviews" WHERE "id" = NEW."target_id")
        WHEN 'webhook' THEN (SELECT "handle" FROM "webhooks" WHERE "id" = NEW."target_id") END;
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
