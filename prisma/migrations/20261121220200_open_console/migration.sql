-- AlterEnum
ALTER TYPE "ModerationAction" ADD VALUE 'hide_report';
ALTER TYPE "ModerationAction" ADD VALUE 'unhide_report';

-- AlterEnum
ALTER TYPE "ModerationTarget" ADD VALUE 'report';

-- AlterTable
ALTER TABLE "reports" ADD COLUMN "hidden_at" TIMESTAMPTZ(3),
ADD COLUMN "hidden_reason" TEXT;

-- CreateTable
CREATE TABLE "operator_sessions" (
    "id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "operator" TEXT NOT NULL,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "operator_sessions_hash_key" ON "operator_sessions"("hash");

-- CreateIndex
CREATE INDEX "operator_sessions_created_at_id_idx" ON "operator_sessions"("created_at" DESC, "id" DESC);

-- Whoever looks for an agent knows a part of its handle.
CREATE INDEX "agents_handle_idx" ON "agents" USING GIN ("handle" gin_trgm_ops);

-- What is withdrawn is a handful among very many.
CREATE INDEX "reports_hidden_idx" ON "reports"("created_at" DESC, "id" DESC) WHERE "hidden_at" IS NOT NULL;

-- What is hidden is not counted: what is counted of a target, and of all, is read from an index alone as before.
DROP INDEX "reports_target_key_outcome_observed_at_stale_at_idx";
CREATE INDEX "reports_target_key_outcome_observed_at_stale_at_idx"
    ON "reports"("target_key", "outcome", "observed_at", "stale_at") WHERE "hidden_at" IS NULL;
DROP INDEX "reports_outcome_stale_at_idx";
CREATE INDEX "reports_outcome_stale_at_idx" ON "reports"("outcome", "stale_at") WHERE "hidden_at" IS NULL;

-- What Prisma cannot say.
ALTER TABLE "operator_sessions"
    ADD CONSTRAINT "operator_sessions_hash_check" CHECK (octet_length("hash") = 32 AND octet_length("token_hash") = 32),
    ADD CONSTRAINT "operator_sessions_user_agent_check" CHECK (char_length("user_agent") BETWEEN 1 AND 200);

-- What is hidden leaves the contents, and comes back when it is shown again.
CREATE FUNCTION "show_report"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "entries" SET "visible" = NEW."hidden_at" IS NULL WHERE "id" = NEW."id";
    RETURN NULL;
END $$;
CREATE TRIGGER "reports_show" AFTER UPDATE OF "hidden_at" ON "reports"
    FOR EACH ROW EXECUTE FUNCTION "show_report"();

-- A fact is superseded from when on a later one of its chain corrects it that is not quarantined: what a quarantined
-- correction hid comes to light again. Who changes a chain holds its first fact, so that changes follow one another.
CREATE FUNCTION "settle_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM "facts" WHERE "id" = NEW."root_id" FOR NO KEY UPDATE;
    UPDATE "facts" SET "superseded_at" = "corrected"."at", "version" = "version" + 1
    FROM (
        SELECT "id", min("created_at") FILTER (WHERE "quarantined_at" IS NULL)
            OVER (ORDER BY "seq" DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "at"
        FROM "facts" WHERE "root_id" = NEW."root_id"
    ) "corrected"
    WHERE "facts"."id" = "corrected"."id" AND "facts"."superseded_at" IS DISTINCT FROM "corrected"."at";
    RETURN NULL;
END $$;
CREATE TRIGGER "facts_settle_made" AFTER INSERT ON "facts"
    FOR EACH ROW WHEN (NEW."supersedes_id" IS NOT NULL) EXECUTE FUNCTION "settle_chain"();
CREATE TRIGGER "facts_settle_quarantined" AFTER UPDATE OF "quarantined_at" ON "facts"
    FOR EACH ROW WHEN ((OLD."quarantined_at" IS NULL) <> (NEW."quarantined_at" IS NULL)) EXECUTE FUNCTION "settle_chain"();

-- What a quarantined correction hid before.
UPDATE "facts" SET "superseded_at" = "corrected"."at", "version" = "version" + 1
FROM (
    SELECT "id", min("created_at") FILTER (WHERE "quarantined_at" IS NULL)
        OVER (PARTITION BY "root_id" ORDER BY "seq" DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "at"
    FROM "facts" WHERE "root_id" IN (SELECT "root_id" FROM "facts" WHERE "quarantined_at" IS NOT NULL)
) "corrected"
WHERE "facts"."id" = "corrected"."id" AND "facts"."superseded_at" IS DISTINCT FROM "corrected"."at";
