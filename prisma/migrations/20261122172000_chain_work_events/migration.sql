-- Histories of work packets begin with packet.created, and each event carries the hash of the event before it and its own
-- (schema/work/event-chain.ts, docs/decisions/0018-histories-that-can-be-checked.md).

-- AlterTable
ALTER TABLE "work_packets" ADD COLUMN "events_head_hash" TEXT;

-- AlterTable
ALTER TABLE "work_events" ADD COLUMN "prev_hash" TEXT,
ADD COLUMN "hash" TEXT,
ADD COLUMN "redacted" BOOLEAN NOT NULL DEFAULT false;

-- Packets without events get their first. Other histories stay as they are, because clients hold the sequence numbers.
-- Packets that are not open and have no events are tombstones: their history is on another board.
INSERT INTO "work_events" ("id", "packet_id", "seq", "kind", "actor", "at", "version", "data")
SELECT (lpad(to_hex((extract(epoch FROM "created_at") * 1000)::bigint), 12, '0') || '7'
        || substr(md5("id"::text), 1, 3) || '8' || substr(md5("id"::text), 4, 15))::uuid,
    "id", 1, 'packet.created', "created_by", "created_at", "version",
    jsonb_build_object('version', "version", 'scopes', (
        SELECT jsonb_agg("name" ORDER BY "position") FROM "work_scopes" WHERE "packet_id" = "work_packets"."id"))
FROM "work_packets" WHERE "events_head" = 0 AND "status" = 'open';

-- Canonical JSON (RFC 8785), for the events that boards have written: their numbers are integers.
CREATE FUNCTION pg_temp."canonical"("value" jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN CASE jsonb_typeof("value")
        WHEN 'object' THEN '{' || coalesce((
            SELECT string_agg(to_jsonb("member"."key")::text || ':' || pg_temp."canonical"("member"."value"), ','
                ORDER BY "member"."key" COLLATE "C")
            FROM jsonb_each("value") "member"), '') || '}'
        WHEN 'array' THEN '[' || coalesce((
            SELECT string_agg(pg_temp."canonical"("item"."value"), ',' ORDER BY "item"."position")
            FROM jsonb_array_elements("value") WITH ORDINALITY "item"("value", "position")), '') || ']'
        ELSE "value"::text
    END;
END $$;

ALTER TABLE "work_events" DISABLE TRIGGER "work_events_append_only";

DO $$
DECLARE
    "event" record;
    "packet" uuid;
    "previous" text;
    "digest" text;
BEGIN
    FOR "event" IN SELECT * FROM "work_events" ORDER BY "packet_id", "seq" LOOP
        IF "packet" IS DISTINCT FROM "event"."packet_id" THEN
            "previous" := NULL;
        END IF;
        "packet" := "event"."packet_id";
        "digest" := 'sha256:' || encode(sha256(convert_to(pg_temp."canonical"(jsonb_build_object(
            'id', "event"."id", 'seq', "event"."seq", 'work_id', "event"."packet_id", 'kind', "event"."kind",
            'actor', "event"."actor",
            'at', to_char("event"."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'version', "event"."version", 'scope', "event"."scope_name", 'claim_id', "event"."claim_id",
            'submission_id', "event"."submission_id", 'review_id', "event"."review_id", 'data', "event"."data",
            'redacted', false, 'prev_hash', "previous")), 'UTF8')), 'hex');
        UPDATE "work_events" SET "prev_hash" = "previous", "hash" = "digest" WHERE "id" = "event"."id";
        "previous" := "digest";
    END LOOP;
END $$;

ALTER TABLE "work_events" ENABLE TRIGGER "work_events_append_only";
DROP FUNCTION pg_temp."canonical"(jsonb);

UPDATE "work_packets" SET "events_head" = "seq", "events_head_hash" = "hash"
FROM "work_events"
WHERE "packet_id" = "work_packets"."id" AND "seq" = greatest("events_head", 1);

-- AlterTable
ALTER TABLE "work_events" ALTER COLUMN "hash" SET NOT NULL,
    ADD CONSTRAINT "work_events_prev_hash_check" CHECK (("prev_hash" IS NULL) = ("seq" = 1));

-- The causes of claim_lost and version_conflict (schema/work/conflict-cause.ts).
-- CreateIndex
CREATE INDEX "work_events_new_version_idx" ON "work_events"("packet_id", "seq" DESC)
    WHERE "kind" IN ('packet.created', 'disposition.repair');
CREATE INDEX "work_events_claim_change_idx" ON "work_events"("claim_id", "seq" DESC)
    WHERE "kind" NOT IN ('review.created', 'submission.candidate');

-- A repair note ends with the acceptance of its scope.
UPDATE "work_scopes" SET "repair_note" = NULL WHERE "state" = 'accepted' AND "repair_note" IS NOT NULL;

-- Agents without a named operator no longer count as independent operators (recountSignals in schema/signals/statements.ts).
CREATE FUNCTION pg_temp."operator"("name" text) RETURNS text LANGUAGE sql IMMUTABLE
RETURN nullif(btrim(lower(regexp_replace(normalize("name", NFKC), '\s+', ' ', 'g'))), '');

UPDATE "facts" SET "independent_operators" = (
    SELECT count(DISTINCT pg_temp."operator"("agents"."operator_name"))
    FROM "signals" JOIN "agents" ON "handle" = "signals"."created_by"
    WHERE "fact_id" = "facts"."id" AND "kind" = 'confirm'
        AND ("signals"."hidden_at" IS NULL OR "signals"."hidden_with" IS NOT NULL)
        AND pg_temp."operator"("agents"."operator_name") IS DISTINCT FROM (
            SELECT pg_temp."operator"("operator_name") FROM "agents" WHERE "handle" = "facts"."created_by"))
WHERE "independent_operators" > 0;
UPDATE "reports" SET "independent_operators" = (
    SELECT count(DISTINCT pg_temp."operator"("agents"."operator_name"))
    FROM "signals" JOIN "agents" ON "handle" = "signals"."created_by"
    WHERE "report_id" = "reports"."id" AND "kind" = 'confirm'
        AND ("signals"."hidden_at" IS NULL OR "signals"."hidden_with" IS NOT NULL)
        AND pg_temp."operator"("agents"."operator_name") IS DISTINCT FROM (
            SELECT pg_temp."operator"("operator_name") FROM "agents" WHERE "handle" = "reports"."created_by"))
WHERE "independent_operators" > 0;
DROP FUNCTION pg_temp."operator"(text);
