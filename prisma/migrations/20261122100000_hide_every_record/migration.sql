-- An operator can hide every kind of record. A record is hidden for itself, or with another record: the one it belongs
-- to, or the report it was made from. Triggers keep that, and everything that is derived from a record's text.

-- AlterEnum
ALTER TYPE "ModerationAction" ADD VALUE 'hide_thread';
ALTER TYPE "ModerationAction" ADD VALUE 'unhide_thread';
ALTER TYPE "ModerationAction" ADD VALUE 'hide_inquiry';
ALTER TYPE "ModerationAction" ADD VALUE 'unhide_inquiry';
ALTER TYPE "ModerationAction" ADD VALUE 'hide_answer';
ALTER TYPE "ModerationAction" ADD VALUE 'unhide_answer';
ALTER TYPE "ModerationAction" ADD VALUE 'hide_work';
ALTER TYPE "ModerationAction" ADD VALUE 'unhide_work';
ALTER TYPE "ModerationAction" ADD VALUE 'hide_submission';
ALTER TYPE "ModerationAction" ADD VALUE 'unhide_submission';
ALTER TYPE "ModerationAction" ADD VALUE 'hide_review';
ALTER TYPE "ModerationAction" ADD VALUE 'unhide_review';

-- AlterEnum
ALTER TYPE "ModerationTarget" ADD VALUE 'inquiry';
ALTER TYPE "ModerationTarget" ADD VALUE 'answer';
ALTER TYPE "ModerationTarget" ADD VALUE 'work';
ALTER TYPE "ModerationTarget" ADD VALUE 'submission';
ALTER TYPE "ModerationTarget" ADD VALUE 'review';

-- AlterTable
ALTER TABLE "threads" ADD COLUMN "hidden_at" TIMESTAMPTZ(3),
ADD COLUMN "hidden_reason" TEXT;

-- AlterTable
ALTER TABLE "posts" ADD COLUMN "hidden_with" UUID,
ADD COLUMN "reply_hidden" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "inquiries" ADD COLUMN "accepted_hidden" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "hidden_at" TIMESTAMPTZ(3),
ADD COLUMN "hidden_reason" TEXT;

-- AlterTable
ALTER TABLE "answers" ADD COLUMN "hidden_at" TIMESTAMPTZ(3),
ADD COLUMN "hidden_reason" TEXT,
ADD COLUMN "hidden_with" UUID;

-- AlterTable
ALTER TABLE "reports" ADD COLUMN "hidden_with" UUID,
ADD COLUMN "post_id" UUID;

-- AlterTable
ALTER TABLE "work_packets" ADD COLUMN "hidden_at" TIMESTAMPTZ(3),
ADD COLUMN "hidden_reason" TEXT;

-- AlterTable
ALTER TABLE "work_submissions" ADD COLUMN "hidden_at" TIMESTAMPTZ(3),
ADD COLUMN "hidden_reason" TEXT,
ADD COLUMN "hidden_with" UUID;

-- AlterTable
ALTER TABLE "work_reviews" ADD COLUMN "hidden_at" TIMESTAMPTZ(3),
ADD COLUMN "hidden_reason" TEXT,
ADD COLUMN "hidden_with" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "reports_post_id_key" ON "reports"("post_id");

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Few records are hidden: these indexes find them among the many that are not.
CREATE INDEX "threads_hidden_idx" ON "threads"("created_at" DESC, "id" DESC) WHERE "hidden_at" IS NOT NULL;
CREATE INDEX "inquiries_hidden_idx" ON "inquiries"("created_at" DESC, "id" DESC) WHERE "hidden_at" IS NOT NULL;
CREATE INDEX "answers_hidden_idx" ON "answers"("created_at" DESC, "id" DESC) WHERE "hidden_at" IS NOT NULL;
CREATE INDEX "work_packets_hidden_idx" ON "work_packets"("created_at" DESC, "id" DESC) WHERE "hidden_at" IS NOT NULL;
CREATE INDEX "work_submissions_hidden_idx" ON "work_submissions"("created_at" DESC, "id" DESC) WHERE "hidden_at" IS NOT NULL;
CREATE INDEX "work_reviews_hidden_idx" ON "work_reviews"("created_at" DESC, "id" DESC) WHERE "hidden_at" IS NOT NULL;

-- Answer times are measured over this index alone, without hidden inquiries.
-- DropIndex
DROP INDEX "inquiries_created_at_first_answered_at_idx";

-- CreateIndex
CREATE INDEX "inquiries_created_at_first_answered_at_hidden_at_idx" ON "inquiries"("created_at", "first_answered_at", "hidden_at");

-- An archive names no author of what is hidden: "anonymous" stands for all of them.
DROP INDEX "work_reviews_submission_id_created_by_key";
CREATE UNIQUE INDEX "work_reviews_submission_id_created_by_key" ON "work_reviews"("submission_id", "created_by")
    WHERE "created_by" <> 'anonymous';

-- 1. What is immutable may be hidden ------------------------------------------------------------------------------

-- Refuses an update of any column that is not named in the trigger's arguments.
CREATE FUNCTION "keep_columns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(NEW) - TG_ARGV IS DISTINCT FROM to_jsonb(OLD) - TG_ARGV THEN
        RAISE EXCEPTION 'a row of % is immutable', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

DROP TRIGGER "work_submissions_immutable" ON "work_submissions";
DROP FUNCTION "keep_submission"();
CREATE TRIGGER "work_submissions_immutable" BEFORE UPDATE ON "work_submissions"
    FOR EACH ROW EXECUTE FUNCTION "keep_columns"('status', 'review_count', 'independent_review_count', 'decided_at',
        'decision_note', 'hidden_at', 'hidden_reason', 'hidden_with', 'version');

DROP TRIGGER "work_reviews_append_only" ON "work_reviews";
CREATE TRIGGER "work_reviews_append_only" BEFORE DELETE OR TRUNCATE ON "work_reviews"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "work_reviews_immutable" BEFORE UPDATE ON "work_reviews"
    FOR EACH ROW EXECUTE FUNCTION "keep_columns"('hidden_at', 'hidden_reason', 'hidden_with', 'version');

-- 2. Hidden with another record -----------------------------------------------------------------------------------

-- A record that is not hidden for itself is hidden as long as a record above it is. The argument is a query for those,
-- given the row as $1.
CREATE FUNCTION "inherit_hidden"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "above" record;
BEGIN
    IF NEW."hidden_at" IS NULL OR NEW."hidden_with" IS NOT NULL THEN
        EXECUTE TG_ARGV[0] INTO "above" USING NEW;
        NEW."hidden_with" := "above"."id";
        NEW."hidden_at" := "above"."hidden_at";
        NEW."hidden_reason" := "above"."hidden_reason";
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER "posts_inherit_hidden" BEFORE UPDATE OF "hidden_at" ON "posts" FOR EACH ROW EXECUTE FUNCTION "inherit_hidden"('
    SELECT "id", "hidden_at", "hidden_reason" FROM "threads" WHERE "id" = ($1)."thread_id" AND "hidden_at" IS NOT NULL
    UNION ALL
    SELECT "id", "hidden_at", "hidden_reason" FROM "reports" WHERE "post_id" = ($1)."id" AND "hidden_at" IS NOT NULL LIMIT 1');
CREATE TRIGGER "reports_inherit_hidden" BEFORE UPDATE OF "hidden_at" ON "reports" FOR EACH ROW EXECUTE FUNCTION "inherit_hidden"('
    SELECT "id", "hidden_at", "hidden_reason" FROM "threads" WHERE "id" = ($1)."thread_id" AND "hidden_at" IS NOT NULL');
CREATE TRIGGER "answers_inherit_hidden" BEFORE UPDATE OF "hidden_at" ON "answers" FOR EACH ROW EXECUTE FUNCTION "inherit_hidden"('
    SELECT "id", "hidden_at", "hidden_reason" FROM "inquiries" WHERE "id" = ($1)."inquiry_id" AND "hidden_at" IS NOT NULL');
CREATE TRIGGER "work_submissions_inherit_hidden" BEFORE UPDATE OF "hidden_at" ON "work_submissions" FOR EACH ROW EXECUTE FUNCTION "inherit_hidden"('
    SELECT "id", "hidden_at", "hidden_reason" FROM "work_packets" WHERE "id" = ($1)."packet_id" AND "hidden_at" IS NOT NULL');
CREATE TRIGGER "work_reviews_inherit_hidden" BEFORE UPDATE OF "hidden_at" ON "work_reviews" FOR EACH ROW EXECUTE FUNCTION "inherit_hidden"('
    SELECT "id", "hidden_at", "hidden_reason" FROM "work_submissions" WHERE "id" = ($1)."submission_id" AND "hidden_at" IS NOT NULL');

-- What was hidden or shown leaves the contents or comes back to them, and so does what is below it. The arguments are
-- pairs: a table, and its column that points to this record.
CREATE FUNCTION "spread_hidden"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "entries" SET "visible" = NEW."hidden_at" IS NULL
    WHERE "id" = NEW."id" AND "visible" <> (NEW."hidden_at" IS NULL);
    FOR "i" IN 0 .. TG_NARGS - 2 BY 2 LOOP
        EXECUTE format('
            UPDATE %I SET "hidden_at" = "hidden_at", "version" = "version" + 1
            WHERE %I = $1 AND ("hidden_at" IS NULL OR "hidden_with" IS NOT NULL)', TG_ARGV["i"], TG_ARGV["i" + 1])
        USING NEW."id";
    END LOOP;
    RETURN NULL;
END $$;

DROP TRIGGER "posts_show" ON "posts";
DROP FUNCTION "show_post"();
DROP TRIGGER "reports_show" ON "reports";
DROP FUNCTION "show_report"();
CREATE TRIGGER "threads_spread_hidden" AFTER UPDATE OF "hidden_at" ON "threads"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at")
    EXECUTE FUNCTION "spread_hidden"('posts', 'thread_id', 'reports', 'thread_id');
CREATE TRIGGER "posts_spread_hidden" AFTER UPDATE OF "hidden_at" ON "posts"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at") EXECUTE FUNCTION "spread_hidden"();
CREATE TRIGGER "inquiries_spread_hidden" AFTER UPDATE OF "hidden_at" ON "inquiries"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at")
    EXECUTE FUNCTION "spread_hidden"('answers', 'inquiry_id');
CREATE TRIGGER "reports_spread_hidden" AFTER UPDATE OF "hidden_at" ON "reports"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at") EXECUTE FUNCTION "spread_hidden"();
CREATE TRIGGER "work_packets_spread_hidden" AFTER UPDATE OF "hidden_at" ON "work_packets"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at")
    EXECUTE FUNCTION "spread_hidden"('work_submissions', 'packet_id');
CREATE TRIGGER "work_submissions_spread_hidden" AFTER UPDATE OF "hidden_at" ON "work_submissions"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at")
    EXECUTE FUNCTION "spread_hidden"('work_reviews', 'submission_id');

-- 3. Derived text -------------------------------------------------------------------------------------------------

-- The subject of the thread that a report opens, as the board makes it (schema/reports/rules.ts).
CREATE FUNCTION "report_subject"("outcome" "Outcome", "target" text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN char_length("outcome"::text || ': ' || "target") <= 200 THEN "outcome"::text || ': ' || "target"
    ELSE regexp_replace(left("outcome"::text || ': ' || "target", 199),
        '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+$', '') || '…' END;

-- The post that tells a report and the subject that names it follow the report. Where the report is hidden with its
-- thread, nobody is shown the subject but its author.
CREATE FUNCTION "spread_report"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "posts" SET "hidden_at" = "hidden_at", "version" = "version" + 1
    WHERE "id" = NEW."post_id" AND ("hidden_at" IS NULL OR "hidden_with" IS NOT NULL);
    UPDATE "threads" SET "subject" = "made"."subject", "version" = "version" + 1
    FROM (SELECT CASE WHEN NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL THEN 'Hidden report'
        ELSE "report_subject"(NEW."outcome", NEW."target") END AS "subject") "made"
    WHERE "id" = NEW."thread_id" AND "threads"."subject" <> "made"."subject";
    RETURN NULL;
END $$;
CREATE TRIGGER "reports_spread_report" AFTER UPDATE OF "hidden_at" ON "reports"
    FOR EACH ROW WHEN (NEW."post_id" IS NOT NULL AND (
        OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at" OR OLD."hidden_with" IS DISTINCT FROM NEW."hidden_with"))
    EXECUTE FUNCTION "spread_report"();

-- A thread is found by its subject as it is.
CREATE FUNCTION "reenter_thread"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "entries" SET "tsv" = "search_marks"("type", "channel_slug", "created_at", "ordinal") || "search_vector"(NEW."subject", 'A')
    WHERE "id" = NEW."id";
    RETURN NULL;
END $$;
CREATE TRIGGER "threads_reenter" AFTER UPDATE OF "subject" ON "threads"
    FOR EACH ROW WHEN (OLD."subject" <> NEW."subject") EXECUTE FUNCTION "reenter_thread"();

-- An inquiry is found by those of its answers that are not hidden; they are added as far as "enter_answers" adds them.
CREATE FUNCTION "reenter_inquiry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "entries" SET "tsv" = "search_marks"("type", "channel_slug", "created_at", "ordinal")
        || "search_vector"((SELECT "question" FROM "inquiries" WHERE "id" = NEW."inquiry_id"), 'B')
        || "search_vector"(coalesce((
            SELECT left(string_agg("body", ' | ' ORDER BY "seq"), 40000) FROM "answers"
            WHERE "inquiry_id" = NEW."inquiry_id" AND "hidden_at" IS NULL
        ), ''), 'C')
    WHERE "id" = NEW."inquiry_id";
    UPDATE "inquiries" SET "accepted_hidden" = NEW."hidden_at" IS NOT NULL
    WHERE "id" = NEW."inquiry_id" AND "accepted_answer_id" = NEW."id";
    RETURN NULL;
END $$;
CREATE TRIGGER "answers_reenter" AFTER UPDATE OF "hidden_at" ON "answers"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at") EXECUTE FUNCTION "reenter_inquiry"();

-- Whoever points to a hidden record knows that it is hidden. Nothing new points to one, but from an archive.
CREATE FUNCTION "mark_replies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "posts" SET "reply_hidden" = NEW."hidden_at" IS NOT NULL
    WHERE "reply_to_id" = NEW."id" AND "thread_id" = NEW."thread_id";
    RETURN NULL;
END $$;
CREATE TRIGGER "posts_mark_replies" AFTER UPDATE OF "hidden_at" ON "posts"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at") EXECUTE FUNCTION "mark_replies"();

CREATE FUNCTION "refuse_hidden"("constraint" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('board.settled', true) IS DISTINCT FROM 'on' THEN
        RAISE EXCEPTION 'what % points to is hidden', "constraint"
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = "constraint";
    END IF;
END $$;

CREATE FUNCTION "mark_accepted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."accepted_hidden" := EXISTS (
        SELECT FROM "answers" WHERE "id" = NEW."accepted_answer_id" AND "hidden_at" IS NOT NULL);
    IF NEW."accepted_hidden" THEN PERFORM "refuse_hidden"('inquiries_accepted_answer_id_id_fkey'); END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER "inquiries_mark_accepted" BEFORE UPDATE OF "accepted_answer_id" ON "inquiries"
    FOR EACH ROW WHEN (NEW."accepted_answer_id" IS NOT NULL) EXECUTE FUNCTION "mark_accepted"();

-- A record may be hidden as it is written: from an archive.
CREATE OR REPLACE FUNCTION "enter_threads"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "visible", "ordinal", "tsv")
    SELECT "id", 'thread', "channel_slug", "created_by", "created_at", "hidden_at" IS NULL, "ordinal",
        "search_marks"('thread', "channel_slug", "created_at", "ordinal") || "search_vector"("subject", 'A')
    FROM (SELECT *, nextval('entries_ordinal_seq') AS "ordinal" FROM "made") "made";
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "enter_posts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "visible", "ordinal", "tsv")
    SELECT "id", 'post', "channel_slug", "created_by", "created_at", "hidden_at" IS NULL, "ordinal",
        "search_marks"('post', "channel_slug", "created_at", "ordinal") || "search_vector"("body", 'C')
    FROM (
        SELECT "made".*, "thread"."channel_slug", nextval('entries_ordinal_seq') AS "ordinal"
        FROM "made" JOIN "threads" "thread" ON "thread"."id" = "made"."thread_id"
    ) "made";
    IF EXISTS (SELECT FROM "made" WHERE "reply_to_id" IS NOT NULL) THEN
        UPDATE "posts" SET "reply_hidden" = true FROM "made" JOIN "posts" "replied" ON "replied"."id" = "made"."reply_to_id"
        WHERE "posts"."id" = "made"."id" AND "replied"."hidden_at" IS NOT NULL;
        IF FOUND THEN PERFORM "refuse_hidden"('posts_reply_to_id_thread_id_fkey'); END IF;
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "enter_inquiries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "visible", "ordinal", "tsv")
    SELECT "id", 'inquiry', "channel_slug", "created_by", "created_at", "hidden_at" IS NULL, "ordinal",
        "search_marks"('inquiry', "channel_slug", "created_at", "ordinal") || "search_vector"("question", 'B')
    FROM (SELECT *, nextval('entries_ordinal_seq') AS "ordinal" FROM "made") "made";
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "enter_answers"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "written" text[];
BEGIN
    WITH "said" AS (
        SELECT "inquiry_id", "search_vector"(left(string_agg("body", ' | ' ORDER BY "seq"), 20000), 'C') AS "tsv"
        FROM "made" WHERE "hidden_at" IS NULL GROUP BY "inquiry_id"
    ), "added" AS (
        UPDATE "entries" SET "tsv" = "entries"."tsv" || "said"."tsv" FROM "said"
        WHERE "id" = "said"."inquiry_id" AND octet_length("entries"."tsv"::text) < 262144
        RETURNING "said"."tsv"
    )
    SELECT array_agg(DISTINCT "word") INTO "written" FROM "added", unnest(tsvector_to_array("tsv")) "word";
    PERFORM "learn_words"("written");
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "enter_work_packets"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "visible", "ordinal", "tsv")
    SELECT "id", 'work', "channel_slug", "created_by", "created_at", "hidden_at" IS NULL, "ordinal",
        "search_marks"('work', "channel_slug", "created_at", "ordinal")
            || "search_vector"(coalesce("title", ''), 'A') || "search_vector"("statement", 'B')
            || "search_vector"(coalesce((
                SELECT string_agg("criterion"->>'text', ' | ') FROM jsonb_array_elements("acceptance") "criterion"
            ), ''), 'C')
    FROM (SELECT *, nextval('entries_ordinal_seq') AS "ordinal" FROM "made") "made";
    RETURN NULL;
END $$;

-- 4. What was hidden before ---------------------------------------------------------------------------------------

UPDATE "reports" SET "post_id" = "posts"."id"
FROM "posts"
WHERE "posts"."thread_id" = "reports"."thread_id" AND "posts"."seq" = 1 AND "posts"."created_by" = "reports"."created_by"
    AND strpos("posts"."body", "reports"."id"::text) > 0;
UPDATE "posts" SET "hidden_with" = "reports"."id"
FROM "reports"
WHERE "reports"."post_id" = "posts"."id" AND "posts"."hidden_at" = "reports"."hidden_at";
UPDATE "threads" SET "subject" = 'Hidden report', "version" = "threads"."version" + 1
FROM "reports"
WHERE "reports"."thread_id" = "threads"."id" AND "reports"."post_id" IS NOT NULL AND "reports"."hidden_at" IS NOT NULL;
UPDATE "posts" SET "reply_hidden" = true
FROM "posts" "replied" WHERE "replied"."id" = "posts"."reply_to_id" AND "replied"."hidden_at" IS NOT NULL;
