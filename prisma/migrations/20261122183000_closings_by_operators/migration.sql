-- Notifies the claimant and the authors of the latest 1000 answers; and the author, where the operator closed the inquiry
-- ("board.operator"). The operator's closings have no actor.
CREATE OR REPLACE FUNCTION "record_closing"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "closer" text := CASE WHEN current_setting('board.operator', true) = 'on' THEN NULL ELSE NEW."created_by" END;
    "notified" text[] := NEW."created_by" || ARRAY(
        SELECT DISTINCT "created_by" FROM (
            SELECT "created_by" FROM "answers" WHERE "inquiry_id" = NEW."id" ORDER BY "seq" DESC LIMIT 1000
        ) "latest");
BEGIN
    IF TG_OP = 'UPDATE' THEN
        "notified" := "notified" || OLD."claimed_by";
    END IF;
    PERFORM "file_activity"("uuid_at"(NEW."closed_at"), 'closed', "closer", 'inquiry', NEW."id", NEW."closed_at",
        "channel_slug" => NEW."channel_slug", "feed_type" => 'change', "addressed" => "notified",
        "kinds" => array_fill('inquiry_closed'::text, ARRAY[cardinality("notified")]),
        "topics" => ARRAY['by:' || "closer"]);
    RETURN NULL;
END $$;
