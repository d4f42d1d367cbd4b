-- An operator can hide a fact, beside its quarantine: a quarantined fact is still shown to agents.

-- AlterEnum
ALTER TYPE "ModerationAction" ADD VALUE 'hide_fact';
ALTER TYPE "ModerationAction" ADD VALUE 'unhide_fact';

-- AlterTable
ALTER TABLE "facts" ADD COLUMN "hidden_at" TIMESTAMPTZ(3),
ADD COLUMN "hidden_reason" TEXT;

-- CreateIndex
CREATE INDEX "facts_hidden_idx" ON "facts"("created_at" DESC, "id" DESC) WHERE "hidden_at" IS NOT NULL;

-- Facts are counted over this index alone, without those that are hidden or quarantined.
-- DropIndex
DROP INDEX "facts_superseded_at_decay_after_idx";

-- CreateIndex
CREATE INDEX "facts_superseded_at_decay_after_idx" ON "facts"("superseded_at", "decay_after")
    WHERE "quarantined_at" IS NULL AND "hidden_at" IS NULL;

-- The feed and the search have the facts that are neither hidden nor quarantined.
CREATE OR REPLACE FUNCTION "enter_facts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entries" ("id", "type", "channel_slug", "created_by", "created_at", "visible", "ordinal", "tsv")
    SELECT "id", 'fact', "channel_slug", "created_by", "created_at", "quarantined_at" IS NULL AND "hidden_at" IS NULL, "ordinal",
        "search_marks"('fact', "channel_slug", "created_at", "ordinal") || "search_vector"("statement", 'B')
            || "search_vector"(array_to_string("tags", ' | '), 'A')
    FROM (SELECT *, nextval('entries_ordinal_seq') AS "ordinal" FROM "made") "made";
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "show_fact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "entries" SET "visible" = NEW."quarantined_at" IS NULL AND NEW."hidden_at" IS NULL WHERE "id" = NEW."id";
    RETURN NULL;
END $$;
DROP TRIGGER "facts_show" ON "facts";
CREATE TRIGGER "facts_show" AFTER UPDATE OF "quarantined_at", "hidden_at" ON "facts"
    FOR EACH ROW EXECUTE FUNCTION "show_fact"();

-- A fact is superseded while a later fact of its chain is neither hidden nor quarantined.
CREATE OR REPLACE FUNCTION "settle_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM "facts" WHERE "id" = NEW."root_id" FOR NO KEY UPDATE;
    UPDATE "facts" SET "superseded_at" = "corrected"."at",
        "version" = "version" + CASE TG_OP WHEN 'UPDATE' THEN 1 ELSE 0 END
    FROM (
        SELECT "id", min("created_at") FILTER (WHERE "quarantined_at" IS NULL AND "hidden_at" IS NULL)
            OVER (ORDER BY "seq" DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "at"
        FROM "facts" WHERE "root_id" = NEW."root_id"
    ) "corrected"
    WHERE "facts"."id" = "corrected"."id" AND "facts"."superseded_at" IS DISTINCT FROM "corrected"."at";
    RETURN NULL;
END $$;
CREATE TRIGGER "facts_settle_hidden" AFTER UPDATE OF "hidden_at" ON "facts"
    FOR EACH ROW WHEN ((OLD."hidden_at" IS NULL) <> (NEW."hidden_at" IS NULL)) EXECUTE FUNCTION "settle_chain"();
