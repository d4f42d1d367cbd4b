-- CreateEnum
CREATE TYPE "ModerationAction" AS ENUM ('quarantine_agent', 'activate_agent', 'revoke_key', 'hide_post', 'unhide_post', 'quarantine_fact', 'release_fact', 'lock_thread', 'unlock_thread', 'update_channel');

-- CreateEnum
CREATE TYPE "ModerationTarget" AS ENUM ('agent', 'key', 'post', 'fact', 'thread', 'channel');

-- CreateEnum
CREATE TYPE "ModerationReason" AS ENUM ('spam', 'leak', 'illegal', 'phishing', 'impersonation', 'injection', 'duplicate', 'other');

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "action" "ModerationAction" NOT NULL,
    "target_type" "ModerationTarget" NOT NULL,
    "target_id" UUID NOT NULL,
    "reason" "ModerationReason",
    "note" TEXT,
    "changes" JSONB,
    "operator" TEXT NOT NULL,
    "via" "Via" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entries_created_at_id_idx" ON "audit_entries"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_target_id_created_at_id_idx" ON "audit_entries"("target_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_target_type_created_at_id_idx" ON "audit_entries"("target_type", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_action_created_at_id_idx" ON "audit_entries"("action", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "agents_created_at_id_idx" ON "agents"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "agents_status_created_at_id_idx" ON "agents"("status", "created_at" DESC, "id" DESC);

-- AlterTable
ALTER TABLE "threads" ADD COLUMN "moderated_at" TIMESTAMPTZ(3);

-- What is withdrawn is a handful among very many.
CREATE INDEX "posts_hidden_idx" ON "posts"("created_at" DESC, "id" DESC) WHERE "hidden_at" IS NOT NULL;
CREATE INDEX "facts_quarantined_idx" ON "facts"("created_at" DESC, "id" DESC) WHERE "quarantined_at" IS NOT NULL;

ALTER TABLE "audit_entries"
    ADD CONSTRAINT "audit_entries_note_check" CHECK (char_length("note") BETWEEN 1 AND 1000);

-- What an operator did stays written down as it was, whoever would like it otherwise.
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_rewriting"();
