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

-- AlterTable
ALTER TABLE "entries" ADD COLUMN "pending" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "entries_pending_idx" ON "entries"("ordinal") WHERE "pending";

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

-- A record that is not hidden for itself is hidden as long as a record above it is. The queries are static and take ids
-- only: passing NEW to EXECUTE would detoast the whole text of every row.
CREATE FUNCTION "inherit_hidden"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "above" record;
BEGIN
    IF NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL THEN RETURN NEW; END IF;
    CASE TG_TABLE_NAME
        WHEN 'posts' THEN
            SELECT "id", "hidden_at", "hidden_reason" INTO "above" FROM (
                SELECT "id", "hidden_at", "hidden_reason" FROM "threads"
                WHERE "id" = NEW."thread_id" AND "hidden_at" IS NOT NULL
                UNION ALL
                SELECT "id", "hidden_at", "hidden_reason" FROM "reports"
                WHERE "post_id" = NEW."id" AND "hidden_at" IS NOT NULL
            ) "hidden" LIMIT 1;
        WHEN 'reports' THEN
            SELECT "id", "hidden_at", "hidden_reason" INTO "above" FROM "threads"
            WHERE "id" = NEW."thread_id" AND "hidden_at" IS NOT NULL;
        WHEN 'answers' THEN
            SELECT "id", "hidden_at", "hidden_reason" INTO "above" FROM "inquiries"
            WHERE "id" = NEW."inquiry_id" AND "hidden_at" IS NOT NULL;
        WHEN 'work_submissions' THEN
            SELECT "id", "hidden_at", "hidden_reason" INTO "above" FROM "work_packets"
            WHERE "id" = NEW."packet_id" AND "hidden_at" IS NOT NULL;
        WHEN 'work_reviews' THEN
            SELECT "id", "hidden_at", "hidden_reason" INTO "above" FROM "work_submissions"
            WHERE "id" = NEW."submission_id" AND "hidden_at" IS NOT NULL;
    END CASE;
    NEW."hidden_with" := "above"."id";
    NEW."hidden_at" := "above"."hidden_at";
    NEW."hidden_reason" := "above"."hidden_reason";
    RETURN NEW;
END $$;

CREATE TRIGGER "posts_inherit_hidden" BEFORE UPDATE OF "hidden_at" ON "posts"
    FOR EACH ROW EXECUTE FUNCTION "inherit_hidden"();
CREATE TRIGGER "reports_inherit_hidden" BEFORE UPDATE OF "hidden_at" ON "reports"
    FOR EACH ROW EXECUTE FUNCTION "inherit_hidden"();
CREATE TRIGGER "answers_inherit_hidden" BEFORE UPDATE OF "hidden_at" ON "answers"
    FOR EACH ROW EXECUTE FUNCTION "inherit_hidden"();
CREATE TRIGGER "work_submissions_inherit_hidden" BEFORE UPDATE OF "hidden_at" ON "work_submissions"
    FOR EACH ROW EXECUTE FUNCTION "inherit_hidden"();
CREATE TRIGGER "work_reviews_inherit_hidden" BEFORE UPDATE OF "hidden_at" ON "work_reviews"
    FOR EACH ROW EXECUTE FUNCTION "inherit_hidden"();

-- The entry of a record that is hidden or shown by itself follows at once.
CREATE FUNCTION "follow_hidden"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "entries" SET "visible" = NEW."hidden_at" IS NULL, "pending" = false
    WHERE "id" = NEW."id" AND ("visible" OR "pending") <> (NEW."hidden_at" IS NULL);
    RETURN NULL;
END $$;

-- Spreads to what is below a record, with one statement per table. The arguments are pairs: a table, and its column that
-- points to this record. Entries disappear at once. They only become pending when they are shown again: adding one to
-- the search index takes about 10 ms, so that is left to batches ("showEntries" in schema/hiding.ts).
CREATE FUNCTION "spread_hidden"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    FOR "i" IN 0 .. TG_NARGS - 2 BY 2 LOOP
        EXECUTE format('
            UPDATE %I SET "hidden_at" = "hidden_at", "version" = "version" + 1
            WHERE %I = $1 AND ("hidden_at" IS NULL OR "hidden_with" IS NOT NULL)', TG_ARGV["i"], TG_ARGV["i" + 1])
        USING NEW."id";
        EXECUTE format('
            UPDATE "entries" SET "visible" = "visible" AND "below"."hidden_at" IS NULL,
                "pending" = NOT "visible" AND "below"."hidden_at" IS NULL
            FROM %I "below"
            WHERE "below".%I = $1 AND "entries"."id" = "below"."id"
                AND ("visible" OR "pending") <> ("below"."hidden_at" IS NULL)', TG_ARGV["i"], TG_ARGV["i" + 1])
        USING NEW."id";
    END LOOP;
    RETURN NULL;
END $$;

DROP TRIGGER "posts_show" ON "posts";
DROP FUNCTION "show_post"();
DROP TRIGGER "reports_show" ON "reports";
DROP FUNCTION "show_report"();

-- The triggers on posts and reports skip rows that change with their thread: the thread's trigger updates their entries.
CREATE TRIGGER "threads_follow_hidden" AFTER UPDATE OF "hidden_at" ON "threads"
    FOR EACH ROW WHEN ((OLD."hidden_at" IS NULL) <> (NEW."hidden_at" IS NULL)) EXECUTE FUNCTION "follow_hidden"();
CREATE TRIGGER "inquiries_follow_hidden" AFTER UPDATE OF "hidden_at" ON "inquiries"
    FOR EACH ROW WHEN ((OLD."hidden_at" IS NULL) <> (NEW."hidden_at" IS NULL)) EXECUTE FUNCTION "follow_hidden"();
CREATE TRIGGER "work_packets_follow_hidden" AFTER UPDATE OF "hidden_at" ON "work_packets"
    FOR EACH ROW WHEN ((OLD."hidden_at" IS NULL) <> (NEW."hidden_at" IS NULL)) EXECUTE FUNCTION "follow_hidden"();
CREATE TRIGGER "posts_follow_hidden" AFTER UPDATE OF "hidden_at" ON "posts"
    FOR EACH ROW WHEN ((OLD."hidden_at" IS NULL) <> (NEW."hidden_at" IS NULL)
        AND coalesce(OLD."hidden_with", NEW."hidden_with") IS DISTINCT FROM NEW."thread_id")
    EXECUTE FUNCTION "follow_hidden"();
CREATE TRIGGER "reports_follow_hidden" AFTER UPDATE OF "hidden_at" ON "reports"
    FOR EACH ROW WHEN ((OLD."hidden_at" IS NULL) <> (NEW."hidden_at" IS NULL)
        AND coalesce(OLD."hidden_with", NEW."hidden_with") IS NULL)
    EXECUTE FUNCTION "follow_hidden"();

CREATE TRIGGER "threads_spread_hidden" AFTER UPDATE OF "hidden_at" ON "threads"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at")
    EXECUTE FUNCTION "spread_hidden"('posts', 'thread_id', 'reports', 'thread_id');
CREATE TRIGGER "inquiries_spread_hidden" AFTER UPDATE OF "hidden_at" ON "inquiries"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at")
    EXECUTE FUNCTION "spread_hidden"('answers', 'inquiry_id');
CREATE TRIGGER "work_packets_spread_hidden" AFTER UPDATE OF "hidden_at" ON "work_packets"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at")
    EXECUTE FUNCTION "spread_hidden"('work_submissions', 'packet_id');
CREATE TRIGGER "work_submissions_spread_hidden" AFTER UPDATE OF "hidden_at" ON "work_submissions"
    FOR EACH ROW WHEN (OLD."hidden_at" IS DISTINCT FROM NEW."hidden_at")
    EXECUTE FUNCTION "spread_hidden"('work_reviews', 'submission_id');

-- Entries are counted once per statement: a count that is updated for every row of a large thread leaves a version of
-- itself for each of them, which the next update has to step over.
DROP TRIGGER "entries_recount" ON "entries";
DROP FUNCTION "recount_entry"();
CREATE FUNCTION "recount_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entry_counts" ("type", "slot", "count")
    SELECT "type", pg_backend_pid() % 64, sum("change") FROM (
        SELECT "type", 1 AS "change" FROM "changed" WHERE "visible"
        UNION ALL
        SELECT "type", -1 FROM "previous" WHERE "visible"
    ) "changes" GROUP BY "type" HAVING sum("change") <> 0 ORDER BY "type"
    ON CONFLICT ("type", "slot") DO UPDATE SET "count" = "entry_counts"."count" + EXCLUDED."count";
    RETURN NULL;
END $$;
CREATE TRIGGER "entries_recount" AFTER UPDATE ON "entries"
    REFERENCING OLD TABLE AS "previous" NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "recount_entries"();

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

-- An inquiry is found by its answers that are not hidden for themselves: those that are hidden with it are hidden only as
-- long as its entry is, so nothing changes when an inquiry is hidden or shown. Reads no more answers than it indexes.
CREATE FUNCTION "reenter_inquiry"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "indexed" text := '';
    "answer" record;
BEGIN
    FOR "answer" IN
        SELECT "body" FROM "answers"
        WHERE "inquiry_id" = NEW."inquiry_id" AND ("hidden_at" IS NULL OR "hidden_with" IS NOT NULL) ORDER BY "seq"
    LOOP
        "indexed" := "indexed" || ' | ' || "answer"."body";
        EXIT WHEN char_length("indexed") > 40000;
    END LOOP;
    UPDATE "entries" SET "tsv" = "search_marks"("type", "channel_slug", "created_at", "ordinal")
        || "search_vector"((SELECT "question" FROM "inquiries" WHERE "id" = NEW."inquiry_id"), 'B')
        || "search_vector"(left("indexed", 40000), 'C')
    WHERE "id" = NEW."inquiry_id";
    UPDATE "inquiries" SET "accepted_hidden" = NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL
    WHERE "id" = NEW."inquiry_id" AND "accepted_answer_id" = NEW."id";
    RETURN NULL;
END $$;
CREATE TRIGGER "answers_reenter" AFTER UPDATE OF "hidden_at" ON "answers"
    FOR EACH ROW WHEN ((OLD."hidden_at" IS NOT NULL AND OLD."hidden_with" IS NULL)
        <> (NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL))
    EXECUTE FUNCTION "reenter_inquiry"();

-- Marks rows that point to a hidden record, unless both are hidden with the thread or inquiry that they belong to: in a
-- hidden row every pointer is looked up. Nothing new points to a hidden record, but from an archive.
CREATE FUNCTION "mark_replies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "posts" SET "reply_hidden" = NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS DISTINCT FROM NEW."thread_id"
    WHERE "reply_to_id" = NEW."id" AND "thread_id" = NEW."thread_id";
    RETURN NULL;
END $$;
CREATE TRIGGER "posts_mark_replies" AFTER UPDATE OF "hidden_at" ON "posts"
    FOR EACH ROW WHEN ((OLD."hidden_at" IS NOT NULL AND OLD."hidden_with" IS DISTINCT FROM OLD."thread_id")
        <> (NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS DISTINCT FROM NEW."thread_id"))
    EXECUTE FUNCTION "mark_replies"();

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
