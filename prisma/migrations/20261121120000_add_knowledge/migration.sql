-- CreateEnum
CREATE TYPE "InquiryStatus" AS ENUM ('open', 'claimed', 'answered', 'closed');

-- CreateEnum
CREATE TYPE "Outcome" AS ENUM ('worked', 'failed', 'partial', 'inconclusive');

-- CreateEnum
CREATE TYPE "SignalKind" AS ENUM ('confirm', 'refute', 'stale');

-- CreateEnum
CREATE TYPE "EntryType" AS ENUM ('thread', 'post', 'inquiry', 'fact', 'report', 'work');

-- CreateTable
CREATE TABLE "inquiries" (
    "id" UUID NOT NULL,
    "channel_slug" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "answer_schema" JSONB,
    "status" "InquiryStatus" NOT NULL DEFAULT 'open',
    "claimed_by" TEXT,
    "claimed_at" TIMESTAMPTZ(3),
    "claim_expires_at" TIMESTAMPTZ(3),
    "answer_count" INTEGER NOT NULL DEFAULT 0,
    "first_answered_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "close_reason" TEXT,
    "accepted_answer_id" UUID,
    "created_by" TEXT NOT NULL,
    "via" "Via" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inquiries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "answers" (
    "id" UUID NOT NULL,
    "inquiry_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "schema_valid" BOOLEAN,
    "schema_errors" JSONB NOT NULL DEFAULT '[]',
    "created_by" TEXT NOT NULL,
    "via" "Via" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "answers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "facts" (
    "id" UUID NOT NULL,
    "statement" TEXT NOT NULL,
    "tags" TEXT[],
    "channel_slug" TEXT,
    "evidence_post_id" UUID,
    "evidence_inquiry_id" UUID,
    "supersedes_id" UUID,
    "superseded_at" TIMESTAMPTZ(3),
    "valid_as_of" TIMESTAMPTZ(3),
    "decay_after" TIMESTAMPTZ(3),
    "quarantined_at" TIMESTAMPTZ(3),
    "quarantine_reason" TEXT,
    "confirms" INTEGER NOT NULL DEFAULT 0,
    "refutes" INTEGER NOT NULL DEFAULT 0,
    "stales" INTEGER NOT NULL DEFAULT 0,
    "independent_operators" INTEGER NOT NULL DEFAULT 0,
    "last_confirmed_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "via" "Via" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "facts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reports" (
    "id" UUID NOT NULL,
    "attempted" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "outcome" "Outcome" NOT NULL,
    "error" TEXT,
    "observed_at" TIMESTAMPTZ(3) NOT NULL,
    "environment" TEXT,
    "workaround" TEXT,
    "evidence" JSONB,
    "recheck_after" TIMESTAMPTZ(3),
    "stale_at" TIMESTAMPTZ(3) NOT NULL,
    "tags" TEXT[],
    "thread_id" UUID NOT NULL,
    "confirms" INTEGER NOT NULL DEFAULT 0,
    "refutes" INTEGER NOT NULL DEFAULT 0,
    "stales" INTEGER NOT NULL DEFAULT 0,
    "independent_operators" INTEGER NOT NULL DEFAULT 0,
    "last_confirmed_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "via" "Via" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signals" (
    "id" UUID NOT NULL,
    "fact_id" UUID,
    "report_id" UUID,
    "kind" "SignalKind" NOT NULL,
    "note" TEXT,
    "created_by" TEXT NOT NULL,
    "via" "Via" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "entries" (
    "id" UUID NOT NULL,
    "type" "EntryType" NOT NULL,
    "channel_slug" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "visible" BOOLEAN NOT NULL DEFAULT true,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "inquiries_created_at_id_idx" ON "inquiries"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "inquiries_status_created_at_id_idx" ON "inquiries"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "inquiries_channel_slug_created_at_id_idx" ON "inquiries"("channel_slug", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "inquiries_created_by_created_at_idx" ON "inquiries"("created_by", "created_at" DESC);

-- CreateIndex
CREATE INDEX "inquiries_claimed_by_idx" ON "inquiries"("claimed_by");

-- CreateIndex
CREATE UNIQUE INDEX "inquiries_accepted_answer_id_id_key" ON "inquiries"("accepted_answer_id", "id");

-- CreateIndex
CREATE INDEX "answers_created_at_id_idx" ON "answers"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "answers_inquiry_id_seq_key" ON "answers"("inquiry_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "answers_id_inquiry_id_key" ON "answers"("id", "inquiry_id");

-- CreateIndex
CREATE UNIQUE INDEX "facts_supersedes_id_key" ON "facts"("supersedes_id");

-- CreateIndex
CREATE INDEX "facts_created_at_id_idx" ON "facts"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "facts_channel_slug_created_at_id_idx" ON "facts"("channel_slug", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "facts_created_by_created_at_idx" ON "facts"("created_by", "created_at" DESC);

-- CreateIndex
CREATE INDEX "facts_tags_idx" ON "facts" USING GIN ("tags");

-- CreateIndex
CREATE INDEX "facts_evidence_post_id_idx" ON "facts"("evidence_post_id");

-- CreateIndex
CREATE INDEX "facts_evidence_inquiry_id_idx" ON "facts"("evidence_inquiry_id");

-- CreateIndex
CREATE INDEX "reports_created_at_id_idx" ON "reports"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "reports_outcome_created_at_id_idx" ON "reports"("outcome", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "reports_target_created_at_id_idx" ON "reports"("target", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "reports_created_by_created_at_idx" ON "reports"("created_by", "created_at" DESC);

-- CreateIndex
CREATE INDEX "reports_thread_id_idx" ON "reports"("thread_id");

-- CreateIndex
CREATE INDEX "reports_tags_idx" ON "reports" USING GIN ("tags");

-- CreateIndex
CREATE UNIQUE INDEX "signals_fact_id_created_by_key" ON "signals"("fact_id", "created_by");

-- CreateIndex
CREATE UNIQUE INDEX "signals_report_id_created_by_key" ON "signals"("report_id", "created_by");

-- CreateIndex
CREATE INDEX "entries_type_created_at_id_idx" ON "entries"("type", "created_at", "id") WHERE "visible";

-- CreateIndex
CREATE INDEX "entries_channel_slug_type_created_at_id_idx" ON "entries"("channel_slug", "type", "created_at", "id") WHERE "visible";

-- AddForeignKey
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_channel_slug_fkey" FOREIGN KEY ("channel_slug") REFERENCES "channels"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_claimed_by_fkey" FOREIGN KEY ("claimed_by") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_accepted_answer_id_id_fkey" FOREIGN KEY ("accepted_answer_id", "id") REFERENCES "answers"("id", "inquiry_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "answers" ADD CONSTRAINT "answers_inquiry_id_fkey" FOREIGN KEY ("inquiry_id") REFERENCES "inquiries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "answers" ADD CONSTRAINT "answers_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "facts" ADD CONSTRAINT "facts_channel_slug_fkey" FOREIGN KEY ("channel_slug") REFERENCES "channels"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "facts" ADD CONSTRAINT "facts_evidence_post_id_fkey" FOREIGN KEY ("evidence_post_id") REFERENCES "posts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "facts" ADD CONSTRAINT "facts_evidence_inquiry_id_fkey" FOREIGN KEY ("evidence_inquiry_id") REFERENCES "inquiries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "facts" ADD CONSTRAINT "facts_supersedes_id_fkey" FOREIGN KEY ("supersedes_id") REFERENCES "facts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "facts" ADD CONSTRAINT "facts_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "threads"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signals" ADD CONSTRAINT "signals_fact_id_fkey" FOREIGN KEY ("fact_id") REFERENCES "facts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signals" ADD CONSTRAINT "signals_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "reports"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signals" ADD CONSTRAINT "signals_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say. The law refuses such values first; these hold whatever door or hand writes.
ALTER TABLE "inquiries"
    ADD CONSTRAINT "inquiries_question_check" CHECK (char_length("question") BETWEEN 3 AND 4000),
    ADD CONSTRAINT "inquiries_claim_check" CHECK (num_nulls("claimed_by", "claimed_at", "claim_expires_at") IN (0, 3)),
    ADD CONSTRAINT "inquiries_claimed_check" CHECK ("status" <> 'claimed' OR "claimed_by" IS NOT NULL),
    ADD CONSTRAINT "inquiries_closed_check" CHECK (("status" = 'closed') = ("closed_at" IS NOT NULL)),
    ADD CONSTRAINT "inquiries_answer_count_check" CHECK ("answer_count" >= 0),
    ADD CONSTRAINT "inquiries_version_check" CHECK ("version" >= 1);

ALTER TABLE "answers"
    ADD CONSTRAINT "answers_seq_check" CHECK ("seq" >= 1),
    ADD CONSTRAINT "answers_body_check" CHECK (char_length("body") BETWEEN 1 AND 20000),
    ADD CONSTRAINT "answers_version_check" CHECK ("version" >= 1);

ALTER TABLE "facts"
    ADD CONSTRAINT "facts_statement_check" CHECK (char_length("statement") BETWEEN 3 AND 8000),
    ADD CONSTRAINT "facts_tags_check" CHECK (cardinality("tags") <= 16),
    ADD CONSTRAINT "facts_supersedes_check" CHECK ("supersedes_id" <> "id"),
    ADD CONSTRAINT "facts_decay_check" CHECK ("decay_after" > "valid_as_of"),
    ADD CONSTRAINT "facts_version_check" CHECK ("version" >= 1);

ALTER TABLE "reports"
    ADD CONSTRAINT "reports_attempted_check" CHECK (char_length("attempted") BETWEEN 3 AND 4000),
    ADD CONSTRAINT "reports_target_check" CHECK (char_length("target") BETWEEN 1 AND 300),
    ADD CONSTRAINT "reports_error_check" CHECK ("outcome" <> 'failed' OR "error" IS NOT NULL),
    ADD CONSTRAINT "reports_tags_check" CHECK (cardinality("tags") <= 16),
    ADD CONSTRAINT "reports_version_check" CHECK ("version" >= 1);

ALTER TABLE "signals"
    ADD CONSTRAINT "signals_target_check" CHECK (num_nonnulls("fact_id", "report_id") = 1),
    ADD CONSTRAINT "signals_version_check" CHECK ("version" >= 1);

-- The table of contents. Triggers keep it, so that no way to write a record leaves it out; once for a statement, so
-- that many rows cost little more than one.
CREATE FUNCTION "enter_threads"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at")
    SELECT "id", 'thread', "channel_slug", "created_by", "created_at" FROM "made";
    RETURN NULL;
END $$;
CREATE TRIGGER "threads_enter" AFTER INSERT ON "threads"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "enter_threads"();

CREATE FUNCTION "enter_posts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "visible")
    SELECT "made"."id", 'post', "thread"."channel_slug", "made"."created_by", "made"."created_at",
        "made"."hidden_at" IS NULL
    FROM "made" JOIN "threads" "thread" ON "thread"."id" = "made"."thread_id";
    RETURN NULL;
END $$;
CREATE TRIGGER "posts_enter" AFTER INSERT ON "posts"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "enter_posts"();

CREATE FUNCTION "enter_inquiries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at")
    SELECT "id", 'inquiry', "channel_slug", "created_by", "created_at" FROM "made";
    RETURN NULL;
END $$;
CREATE TRIGGER "inquiries_enter" AFTER INSERT ON "inquiries"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "enter_inquiries"();

CREATE FUNCTION "enter_facts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "visible")
    SELECT "id", 'fact', "channel_slug", "created_by", "created_at", "quarantined_at" IS NULL FROM "made";
    RETURN NULL;
END $$;
CREATE TRIGGER "facts_enter" AFTER INSERT ON "facts"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "enter_facts"();

CREATE FUNCTION "enter_reports"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at")
    SELECT "made"."id", 'report', "thread"."channel_slug", "made"."created_by", "made"."created_at"
    FROM "made" JOIN "threads" "thread" ON "thread"."id" = "made"."thread_id";
    RETURN NULL;
END $$;
CREATE TRIGGER "reports_enter" AFTER INSERT ON "reports"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "enter_reports"();

-- What is hidden or quarantined leaves the contents, and comes back when it is released.
CREATE FUNCTION "show_post"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "entries" SET "visible" = NEW."hidden_at" IS NULL WHERE "id" = NEW."id";
    RETURN NULL;
END $$;
CREATE TRIGGER "posts_show" AFTER UPDATE OF "hidden_at" ON "posts"
    FOR EACH ROW EXECUTE FUNCTION "show_post"();

CREATE FUNCTION "show_fact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "entries" SET "visible" = NEW."quarantined_at" IS NULL WHERE "id" = NEW."id";
    RETURN NULL;
END $$;
CREATE TRIGGER "facts_show" AFTER UPDATE OF "quarantined_at" ON "facts"
    FOR EACH ROW EXECUTE FUNCTION "show_fact"();

-- What the board knew before it had a table of contents.
INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at")
SELECT "id", 'thread', "channel_slug", "created_by", "created_at" FROM "threads";
INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "visible")
SELECT "p"."id", 'post', "t"."channel_slug", "p"."created_by", "p"."created_at", "p"."hidden_at" IS NULL
FROM "posts" "p" JOIN "threads" "t" ON "t"."id" = "p"."thread_id";
