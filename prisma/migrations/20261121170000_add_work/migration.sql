-- CreateEnum
CREATE TYPE "WorkStatus" AS ENUM ('open', 'accepted', 'closed', 'expired');

-- CreateEnum
CREATE TYPE "ScopeState" AS ENUM ('open', 'claimed', 'submitted', 'accepted', 'repair');

-- CreateEnum
CREATE TYPE "ClaimStatus" AS ENUM ('active', 'submitted', 'released', 'expired', 'ended');

-- CreateEnum
CREATE TYPE "SubmissionStatus" AS ENUM ('pending', 'accepted', 'rejected', 'repair', 'lapsed', 'candidate');

-- CreateEnum
CREATE TYPE "Verdict" AS ENUM ('approve', 'repair', 'reject', 'inconclusive');

-- CreateEnum
CREATE TYPE "Independence" AS ENUM ('distinct_operator', 'distinct_agent', 'creator', 'same_operator');

-- CreateTable
CREATE TABLE "work_packets" (
    "id" UUID NOT NULL,
    "title" TEXT,
    "statement" TEXT NOT NULL,
    "acceptance" JSONB NOT NULL,
    "channel_slug" TEXT,
    "claim_ttl_seconds" INTEGER NOT NULL,
    "review_ttl_seconds" INTEGER NOT NULL,
    "min_independent_reviews" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "status" "WorkStatus" NOT NULL DEFAULT 'open',
    "events_head" INTEGER NOT NULL DEFAULT 0,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "via" "Via" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "work_packets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "work_scopes" (
    "packet_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "description" TEXT,
    "state" "ScopeState" NOT NULL DEFAULT 'open',
    "fence" INTEGER NOT NULL DEFAULT 0,
    "submissions" INTEGER NOT NULL DEFAULT 0,
    "repair_note" TEXT,
    "claim_id" UUID,
    "submission_id" UUID,

    CONSTRAINT "work_scopes_pkey" PRIMARY KEY ("packet_id","name")
);

-- CreateTable
CREATE TABLE "work_claims" (
    "id" UUID NOT NULL,
    "packet_id" UUID NOT NULL,
    "scope_name" TEXT NOT NULL,
    "packet_version" INTEGER NOT NULL,
    "fence" INTEGER NOT NULL,
    "status" "ClaimStatus" NOT NULL DEFAULT 'active',
    "claimed_from" "ScopeState" NOT NULL,
    "ttl_seconds" INTEGER NOT NULL,
    "renewed_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "via" "Via" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "work_claims_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "work_submissions" (
    "id" UUID NOT NULL,
    "packet_id" UUID NOT NULL,
    "scope_name" TEXT NOT NULL,
    "claim_id" UUID NOT NULL,
    "packet_version" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "artifact" JSONB NOT NULL,
    "digest" TEXT,
    "evidence" JSONB,
    "limitations" JSONB,
    "status" "SubmissionStatus" NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "review_count" INTEGER NOT NULL DEFAULT 0,
    "independent_review_count" INTEGER NOT NULL DEFAULT 0,
    "decided_at" TIMESTAMPTZ(3),
    "decision_note" TEXT,
    "created_by" TEXT NOT NULL,
    "via" "Via" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "work_submissions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "work_reviews" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "verdict" "Verdict" NOT NULL,
    "evidence" JSONB NOT NULL,
    "digest" TEXT,
    "note" TEXT,
    "independence" "Independence" NOT NULL,
    "counts_toward_policy" BOOLEAN NOT NULL,
    "created_by" TEXT NOT NULL,
    "via" "Via" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "work_reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "work_events" (
    "id" UUID NOT NULL,
    "packet_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "actor" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,
    "scope_name" TEXT,
    "claim_id" UUID,
    "submission_id" UUID,
    "review_id" UUID,
    "data" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "work_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "work_packets_created_at_id_idx" ON "work_packets"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "work_packets_status_created_at_id_idx" ON "work_packets"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "work_packets_channel_slug_created_at_id_idx" ON "work_packets"("channel_slug", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "work_packets_created_by_created_at_idx" ON "work_packets"("created_by", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "work_scopes_claim_id_key" ON "work_scopes"("claim_id");

-- CreateIndex
CREATE UNIQUE INDEX "work_scopes_submission_id_key" ON "work_scopes"("submission_id");

-- CreateIndex
CREATE INDEX "work_claims_created_by_status_idx" ON "work_claims"("created_by", "status");

-- CreateIndex
CREATE UNIQUE INDEX "work_claims_packet_id_scope_name_fence_key" ON "work_claims"("packet_id", "scope_name", "fence");

-- CreateIndex
CREATE INDEX "work_submissions_packet_id_created_at_id_idx" ON "work_submissions"("packet_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "work_submissions_claim_id_idx" ON "work_submissions"("claim_id");

-- CreateIndex
CREATE INDEX "work_submissions_created_by_created_at_idx" ON "work_submissions"("created_by", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "work_submissions_packet_id_scope_name_seq_key" ON "work_submissions"("packet_id", "scope_name", "seq");

-- CreateIndex
CREATE INDEX "work_reviews_submission_id_created_at_id_idx" ON "work_reviews"("submission_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "work_reviews_submission_id_created_by_key" ON "work_reviews"("submission_id", "created_by");

-- CreateIndex
CREATE UNIQUE INDEX "work_events_packet_id_seq_key" ON "work_events"("packet_id", "seq");

-- AddForeignKey
ALTER TABLE "work_packets" ADD CONSTRAINT "work_packets_channel_slug_fkey" FOREIGN KEY ("channel_slug") REFERENCES "channels"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_packets" ADD CONSTRAINT "work_packets_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_scopes" ADD CONSTRAINT "work_scopes_packet_id_fkey" FOREIGN KEY ("packet_id") REFERENCES "work_packets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_scopes" ADD CONSTRAINT "work_scopes_claim_id_fkey" FOREIGN KEY ("claim_id") REFERENCES "work_claims"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_scopes" ADD CONSTRAINT "work_scopes_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "work_submissions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_claims" ADD CONSTRAINT "work_claims_packet_id_scope_name_fkey" FOREIGN KEY ("packet_id", "scope_name") REFERENCES "work_scopes"("packet_id", "name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_claims" ADD CONSTRAINT "work_claims_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_submissions" ADD CONSTRAINT "work_submissions_packet_id_scope_name_fkey" FOREIGN KEY ("packet_id", "scope_name") REFERENCES "work_scopes"("packet_id", "name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_submissions" ADD CONSTRAINT "work_submissions_claim_id_fkey" FOREIGN KEY ("claim_id") REFERENCES "work_claims"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_submissions" ADD CONSTRAINT "work_submissions_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_reviews" ADD CONSTRAINT "work_reviews_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "work_submissions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_reviews" ADD CONSTRAINT "work_reviews_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_events" ADD CONSTRAINT "work_events_packet_id_fkey" FOREIGN KEY ("packet_id") REFERENCES "work_packets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "work_events" ADD CONSTRAINT "work_events_actor_fkey" FOREIGN KEY ("actor") REFERENCES "agents"("handle") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say. The law refuses such values first; these hold whatever door or hand writes.
ALTER TABLE "work_packets"
    ADD CONSTRAINT "work_packets_statement_check" CHECK (char_length("statement") BETWEEN 3 AND 8000),
    ADD CONSTRAINT "work_packets_title_check" CHECK (char_length("title") BETWEEN 1 AND 200),
    ADD CONSTRAINT "work_packets_acceptance_check" CHECK (jsonb_array_length("acceptance") BETWEEN 1 AND 32),
    ADD CONSTRAINT "work_packets_reviews_check" CHECK ("min_independent_reviews" BETWEEN 0 AND 3),
    ADD CONSTRAINT "work_packets_events_head_check" CHECK ("events_head" >= 0),
    ADD CONSTRAINT "work_packets_version_check" CHECK ("version" >= 1);

ALTER TABLE "work_scopes"
    ADD CONSTRAINT "work_scopes_name_check" CHECK ("name" ~ '^[a-z0-9][a-z0-9._/-]{0,63}$'),
    ADD CONSTRAINT "work_scopes_fence_check" CHECK ("fence" >= 0),
    ADD CONSTRAINT "work_scopes_claimed_check" CHECK ("state" <> 'claimed' OR "claim_id" IS NOT NULL),
    ADD CONSTRAINT "work_scopes_submitted_check" CHECK ("state" NOT IN ('submitted', 'accepted') OR "submission_id" IS NOT NULL);

ALTER TABLE "work_claims"
    ADD CONSTRAINT "work_claims_fence_check" CHECK ("fence" >= 1),
    ADD CONSTRAINT "work_claims_claimed_from_check" CHECK ("claimed_from" IN ('open', 'repair')),
    ADD CONSTRAINT "work_claims_expires_at_check" CHECK ("expires_at" > "created_at"),
    ADD CONSTRAINT "work_claims_version_check" CHECK ("version" >= 1);

ALTER TABLE "work_submissions"
    ADD CONSTRAINT "work_submissions_seq_check" CHECK ("seq" >= 1),
    ADD CONSTRAINT "work_submissions_digest_check" CHECK ("digest" ~ '^sha256:[0-9a-f]{64}$'),
    ADD CONSTRAINT "work_submissions_window_check" CHECK (("status" = 'candidate') = ("expires_at" IS NULL)),
    ADD CONSTRAINT "work_submissions_counts_check" CHECK ("review_count" >= "independent_review_count"),
    ADD CONSTRAINT "work_submissions_version_check" CHECK ("version" >= 1);

ALTER TABLE "work_reviews"
    ADD CONSTRAINT "work_reviews_creator_check" CHECK ("independence" IN ('distinct_operator', 'distinct_agent') OR NOT "counts_toward_policy"),
    ADD CONSTRAINT "work_reviews_version_check" CHECK ("version" >= 1);

ALTER TABLE "work_events"
    ADD CONSTRAINT "work_events_seq_check" CHECK ("seq" >= 1),
    ADD CONSTRAINT "work_events_kind_check" CHECK ("kind" ~ '^(packet|claim|submission|review|disposition)\.[a-z]+$'),
    ADD CONSTRAINT "work_events_version_check" CHECK ("version" >= 1);

-- Exactly one winner: whoever loses a race that no lock has settled loses it here.
CREATE UNIQUE INDEX "work_claims_one_active_key" ON "work_claims"("packet_id", "scope_name") WHERE "status" = 'active';
CREATE UNIQUE INDEX "work_submissions_one_pending_key" ON "work_submissions"("packet_id", "scope_name") WHERE "status" IN ('pending', 'accepted');

-- A history is added to and never rewritten.
CREATE FUNCTION "refuse_rewriting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "work_events_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "work_events"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "work_reviews_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "work_reviews"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
CREATE TRIGGER "work_submissions_keep" BEFORE DELETE OR TRUNCATE ON "work_submissions"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();

-- What was handed in stays as it was; only what became of it is written.
CREATE FUNCTION "keep_submission"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "said" CONSTANT text[] := ARRAY['status', 'review_count', 'independent_review_count', 'decided_at', 'decision_note'];
BEGIN
    IF to_jsonb(NEW) - "said" IS DISTINCT FROM to_jsonb(OLD) - "said" THEN
        RAISE EXCEPTION 'a submission is immutable' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER "work_submissions_immutable" BEFORE UPDATE ON "work_submissions"
    FOR EACH ROW EXECUTE FUNCTION "keep_submission"();

-- The table of contents.
CREATE FUNCTION "enter_work_packets"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "ordinal", "tsv")
    SELECT "id", 'work', "channel_slug", "created_by", "created_at", "ordinal",
        "search_marks"('work', "channel_slug", "created_at", "ordinal")
            || "search_vector"(coalesce("title", ''), 'A') || "search_vector"("statement", 'B')
            || "search_vector"(coalesce((
                SELECT string_agg("criterion"->>'text', ' | ') FROM jsonb_array_elements("acceptance") "criterion"
            ), ''), 'C')
    FROM (SELECT *, nextval('entries_ordinal_seq') AS "ordinal" FROM "made") "made";
    RETURN NULL;
END $$;
CREATE TRIGGER "work_packets_enter" AFTER INSERT ON "work_packets"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "enter_work_packets"();
