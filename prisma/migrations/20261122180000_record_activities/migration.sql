-- Answers and changes of records in the feed. The feed finds late commits by "xid", as in "entries". A row does not say
-- whether its record is hidden: the feed loads the record and leaves hidden ones out.
CREATE TABLE "activities" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "actor" TEXT,
    "record_type" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "about_type" TEXT,
    "about_id" UUID,
    "channel_slug" TEXT,
    "feed_type" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "activities_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "activities_feed_type_created_at_id_idx" ON "activities"("feed_type", "created_at", "id")
    WHERE "feed_type" IS NOT NULL;
CREATE INDEX "activities_channel_slug_feed_type_created_at_id_idx"
    ON "activities"("channel_slug", "feed_type", "created_at", "id") WHERE "feed_type" IS NOT NULL;

-- A UUIDv7 of this time.
CREATE FUNCTION "uuid_at"("at" timestamptz) RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid()) PLACING
        substring(int8send(floor(extract(epoch FROM "at") * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid;

-- Records a change of a record for the feed.
CREATE FUNCTION "record_change"(
    "kind" text, "actor" text, "record_type" text, "record_id" uuid, "channel_slug" text, "at" timestamptz,
    "about_type" text DEFAULT NULL, "about_id" uuid DEFAULT NULL
) RETURNS void LANGUAGE sql AS $$
    INSERT INTO "activities" ("id", "kind", "actor", "record_type", "record_id", "about_type", "about_id", "channel_slug",
        "feed_type", "created_at")
    VALUES ("uuid_at"("at"), "kind", "actor", "record_type", "record_id", "about_type", "about_id", "channel_slug",
        'change', "at");
$$;

-- The activity of an answer has the id of the answer. The first answer changes its inquiry.
CREATE FUNCTION "record_answer"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "channel" text := (SELECT "channel_slug" FROM "inquiries" WHERE "id" = NEW."inquiry_id");
BEGIN
    INSERT INTO "activities" ("id", "kind", "actor", "record_type", "record_id", "about_type", "about_id", "channel_slug",
        "feed_type", "created_at")
    VALUES (NEW."id", 'answer', NEW."created_by", 'answer', NEW."id", 'inquiry', NEW."inquiry_id", "channel", 'answer',
        NEW."created_at");
    IF NEW."seq" = 1 THEN
        PERFORM "record_change"('answered', NEW."created_by", 'inquiry', NEW."inquiry_id", "channel", NEW."created_at");
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "answers_record" AFTER INSERT ON "answers" FOR EACH ROW EXECUTE FUNCTION "record_answer"();

-- The trigger on insertions is for imports.
CREATE FUNCTION "record_closing"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "record_change"('closed', NEW."created_by", 'inquiry', NEW."id", NEW."channel_slug", NEW."closed_at");
    RETURN NULL;
END $$;
CREATE TRIGGER "inquiries_record_closing" AFTER UPDATE OF "closed_at" ON "inquiries"
    FOR EACH ROW WHEN (OLD."closed_at" IS NULL AND NEW."closed_at" IS NOT NULL) EXECUTE FUNCTION "record_closing"();
CREATE TRIGGER "inquiries_record_closed" AFTER INSERT ON "inquiries"
    FOR EACH ROW WHEN (NEW."closed_at" IS NOT NULL) EXECUTE FUNCTION "record_closing"();

-- A correction changes the fact before it in the chain. Not recorded where "superseded_at" is set: a chain is settled again
-- when the operator hides one of its facts.
CREATE FUNCTION "record_correction"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "record_change"('superseded', NEW."created_by", 'fact', "fact"."id", "fact"."channel_slug", NEW."created_at",
        'fact', NEW."id")
    FROM "facts" "fact" WHERE "fact"."id" = NEW."supersedes_id";
    RETURN NULL;
END $$;
CREATE TRIGGER "facts_record_correction" AFTER INSERT ON "facts"
    FOR EACH ROW WHEN (NEW."supersedes_id" IS NOT NULL) EXECUTE FUNCTION "record_correction"();

-- Recorded with the event, because imports insert packets with another status than they have. Expirations are not
-- recorded: they are stored late, with their earlier times.
CREATE FUNCTION "record_disposition"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "record_change"(split_part(NEW."kind", '.', 2), NEW."actor",
        CASE WHEN NEW."submission_id" IS NULL THEN 'work' ELSE 'submission' END, coalesce(NEW."submission_id", "packet"."id"),
        "packet"."channel_slug", NEW."at", 'work', "packet"."id")
    FROM "work_packets" "packet" WHERE "packet"."id" = NEW."packet_id";
    RETURN NULL;
END $$;
CREATE TRIGGER "work_events_record_disposition" AFTER INSERT ON "work_events"
    FOR EACH ROW WHEN (NEW."kind" LIKE 'disposition.%') EXECUTE FUNCTION "record_disposition"();

-- A packet is accepted when all its scopes are: no event says so.
CREATE FUNCTION "record_acceptance"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "record_change"('accepted', NEW."created_by", 'work', NEW."id", NEW."channel_slug", NEW."changed_at");
    RETURN NULL;
END $$;
CREATE TRIGGER "work_packets_record_acceptance" AFTER UPDATE OF "status" ON "work_packets"
    FOR EACH ROW WHEN (OLD."status" <> NEW."status" AND NEW."status" = 'accepted') EXECUTE FUNCTION "record_acceptance"();

-- What operators do to records that stay readable. A hidden record disappears from the feed instead.
CREATE FUNCTION "record_moderation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "record_change"("recorded"."kind", NULL, NEW."target_type"::text, NEW."target_id",
        coalesce((SELECT "channel_slug" FROM "facts" WHERE "id" = NEW."target_id"),
            (SELECT "channel_slug" FROM "threads" WHERE "id" = NEW."target_id")), NEW."created_at")
    FROM (VALUES ('quarantine_fact', 'quarantined'), ('release_fact', 'released'), ('lock_thread', 'locked'),
        ('unlock_thread', 'unlocked')) "recorded" ("action", "kind")
    WHERE "recorded"."action" = NEW."action"::text;
    RETURN NULL;
END $$;
CREATE TRIGGER "audit_entries_record" AFTER INSERT ON "audit_entries"
    FOR EACH ROW EXECUTE FUNCTION "record_moderation"();

-- Earlier answers and changes.
INSERT INTO "activities" ("id", "kind", "actor", "record_type", "record_id", "about_type", "about_id", "channel_slug",
    "feed_type", "created_at")
SELECT "answer"."id", 'answer', "answer"."created_by", 'answer', "answer"."id", 'inquiry', "inquiry_id", "channel_slug",
    'answer', "answer"."created_at"
FROM "answers" "answer" JOIN "inquiries" ON "inquiries"."id" = "inquiry_id";

SELECT count("record_change"('answered', "answer"."created_by", 'inquiry', "inquiry_id", "channel_slug", "answer"."created_at"))
FROM "answers" "answer" JOIN "inquiries" ON "inquiries"."id" = "inquiry_id" WHERE "seq" = 1;

SELECT count("record_change"('closed', "created_by", 'inquiry', "id", "channel_slug", "closed_at"))
FROM "inquiries" WHERE "closed_at" IS NOT NULL;

SELECT count("record_change"('superseded', "successor"."created_by", 'fact', "fact"."id", "fact"."channel_slug",
    "successor"."created_at", 'fact', "successor"."id"))
FROM "facts" "successor" JOIN "facts" "fact" ON "fact"."id" = "successor"."supersedes_id";

SELECT count("record_change"(split_part("event"."kind", '.', 2), "event"."actor",
    CASE WHEN "submission_id" IS NULL THEN 'work' ELSE 'submission' END, coalesce("submission_id", "packet_id"),
    "channel_slug", "at", 'work', "packet_id"))
FROM "work_events" "event" JOIN "work_packets" "packet" ON "packet"."id" = "packet_id"
WHERE "event"."kind" LIKE 'disposition.%';

SELECT count("record_change"('accepted', "created_by", 'work', "id", "channel_slug", "changed_at"))
FROM "work_packets" WHERE "status" = 'accepted';

SELECT count("record_change"("recorded"."kind", NULL, "target_type"::text, "target_id",
    coalesce("fact"."channel_slug", "thread"."channel_slug"), "entry"."created_at"))
FROM "audit_entries" "entry"
JOIN (VALUES ('quarantine_fact', 'quarantined'), ('release_fact', 'released'), ('lock_thread', 'locked'),
    ('unlock_thread', 'unlocked')) "recorded" ("action", "kind") ON "recorded"."action" = "entry"."action"::text
LEFT JOIN "facts" "fact" ON "fact"."id" = "target_id"
LEFT JOIN "threads" "thread" ON "thread"."id" = "target_id";
