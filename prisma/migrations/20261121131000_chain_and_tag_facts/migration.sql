-- AlterTable
ALTER TABLE "facts" ADD COLUMN "root_id" UUID,
ADD COLUMN "seq" INTEGER;

WITH RECURSIVE "chain" AS (
    SELECT "id", "id" AS "root_id", 1 AS "seq" FROM "facts" WHERE "supersedes_id" IS NULL
    UNION ALL
    SELECT "fact"."id", "chain"."root_id", "chain"."seq" + 1
    FROM "facts" "fact" JOIN "chain" ON "fact"."supersedes_id" = "chain"."id"
)
UPDATE "facts" SET "root_id" = "chain"."root_id", "seq" = "chain"."seq"
FROM "chain" WHERE "facts"."id" = "chain"."id";

ALTER TABLE "facts" ALTER COLUMN "root_id" SET NOT NULL,
ALTER COLUMN "seq" SET NOT NULL,
ADD CONSTRAINT "facts_seq_check" CHECK ("seq" >= 1 AND ("seq" = 1) = ("supersedes_id" IS NULL));

-- CreateTable
CREATE TABLE "fact_tags" (
    "tag" TEXT NOT NULL,
    "channel" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "id" UUID NOT NULL,
    "current" BOOLEAN NOT NULL,

    CONSTRAINT "fact_tags_pkey" PRIMARY KEY ("tag", "created_at", "id")
);

-- DropIndex
DROP INDEX "facts_tags_idx";

-- CreateIndex
CREATE UNIQUE INDEX "facts_root_id_seq_key" ON "facts"("root_id", "seq");

-- CreateIndex
CREATE INDEX "facts_current_idx" ON "facts"("created_at" DESC, "id" DESC)
    WHERE "superseded_at" IS NULL AND "quarantined_at" IS NULL;

-- CreateIndex
CREATE INDEX "facts_current_in_channel_idx" ON "facts"("channel_slug", "created_at" DESC, "id" DESC)
    WHERE "superseded_at" IS NULL AND "quarantined_at" IS NULL;

-- CreateIndex
CREATE INDEX "fact_tags_current_idx" ON "fact_tags"("tag", "created_at", "id") WHERE "current";

-- CreateIndex
CREATE INDEX "fact_tags_current_in_channel_idx" ON "fact_tags"("tag", "channel", "created_at", "id")
    WHERE "current" AND "channel" IS NOT NULL;

-- CreateIndex
CREATE INDEX "signals_fact_id_created_at_id_idx" ON "signals"("fact_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "signals_report_id_created_at_id_idx" ON "signals"("report_id", "created_at" DESC, "id" DESC);

-- A fact takes its place in its chain as it is written. Where there is no such fact to correct, the foreign key says so.
CREATE FUNCTION "chain_fact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT "root_id", "seq" + 1 INTO NEW."root_id", NEW."seq" FROM "facts" WHERE "id" = NEW."supersedes_id";
    IF NOT FOUND THEN
        NEW."root_id" := NEW."id";
        NEW."seq" := CASE WHEN NEW."supersedes_id" IS NULL THEN 1 ELSE 2 END;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER "facts_chain" BEFORE INSERT ON "facts"
    FOR EACH ROW EXECUTE FUNCTION "chain_fact"();

-- Which facts have a tag, by time: a common tag and a rare one are read alike. Current are those of the default list.
CREATE FUNCTION "tag_facts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "fact_tags" ("tag", "channel", "created_at", "id", "current")
    SELECT DISTINCT "tag", "channel_slug", "created_at", "id", "superseded_at" IS NULL AND "quarantined_at" IS NULL
    FROM "made" CROSS JOIN unnest("made"."tags") AS "tag";
    RETURN NULL;
END $$;
CREATE TRIGGER "facts_tag" AFTER INSERT ON "facts"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "tag_facts"();

CREATE FUNCTION "retag_fact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "fact_tags" SET "current" = NEW."superseded_at" IS NULL AND NEW."quarantined_at" IS NULL
    WHERE "tag" = ANY (NEW."tags") AND "created_at" = NEW."created_at" AND "id" = NEW."id";
    RETURN NULL;
END $$;
CREATE TRIGGER "facts_retag" AFTER UPDATE OF "superseded_at", "quarantined_at" ON "facts"
    FOR EACH ROW WHEN (cardinality(NEW."tags") > 0) EXECUTE FUNCTION "retag_fact"();

INSERT INTO "fact_tags" ("tag", "channel", "created_at", "id", "current")
SELECT DISTINCT "tag", "channel_slug", "created_at", "id", "superseded_at" IS NULL AND "quarantined_at" IS NULL
FROM "facts" CROSS JOIN unnest("facts"."tags") AS "tag";
