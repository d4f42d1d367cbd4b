-- phase: expand
-- An inquiry whose answers are all hidden is open again, and answered again when one of them is unhidden. Answers that are hidden
-- with their inquiry do not count as hidden.
CREATE OR REPLACE FUNCTION "count_hidden_answer"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "first" timestamptz;
BEGIN
    -- First, because it locks the inquiry: a concurrent change of another of its answers waits, and reads the answers afterwards.
    UPDATE "inquiries" SET "hidden_answer_count" = "hidden_answer_count"
        + CASE WHEN NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL THEN 1 ELSE -1 END
    WHERE "id" = NEW."inquiry_id";
    -- An archive has the status of an inquiry and the time of its first answer.
    IF TG_OP = 'INSERT' THEN RETURN NULL; END IF;
    "first" := (
        SELECT "created_at" FROM "answers"
        WHERE "inquiry_id" = NEW."inquiry_id" AND ("hidden_at" IS NULL OR "hidden_with" IS NOT NULL)
        ORDER BY "seq" LIMIT 1);
    UPDATE "inquiries" SET "first_answered_at" = "first" WHERE "id" = NEW."inquiry_id";
    UPDATE "inquiries" SET "status" = 'open', "version" = "version" + 1
    WHERE "id" = NEW."inquiry_id" AND "status" = 'answered' AND "first" IS NULL;
    UPDATE "inquiries" SET "status" = 'answered', "version" = "version" + 1,
        "claimed_by" = NULL, "claimed_at" = NULL, "claim_expires_at" = NULL
    WHERE "id" = NEW."inquiry_id" AND "status" IN ('open', 'claimed') AND "first" IS NOT NULL;
    RETURN NULL;
END $$;

-- Inquiries whose answers had all been hidden before this migration.
UPDATE "inquiries" SET "status" = 'open', "version" = "version" + 1
WHERE "status" = 'answered' AND "answer_count" = "hidden_answer_count";

-- The first answer that is not hidden changes its inquiry. The change is hidden with the answer; earlier changes stay as they are.
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
    IF NOT EXISTS (
        SELECT FROM "answers"
        WHERE "inquiry_id" = NEW."inquiry_id" AND "seq" < NEW."seq" AND "hidden_at" IS NULL
    ) THEN
        PERFORM "record_change"('answered', NEW."created_by", 'inquiry', NEW."inquiry_id", "channel", NEW."created_at",
            'answer', NEW."id");
    END IF;
    RETURN NULL;
END $$;
