-- phase: expand
-- The audit log records that an operator closed an inquiry. An older version beside this one shows such an entry, except to
-- GraphQL documents of callers that select its action: for them the page of the log is null.
ALTER TYPE "ModerationAction" ADD VALUE 'close_inquiry';

-- "record_closing" files the closing of an inquiry, so its entry in the audit log files nothing more.
CREATE OR REPLACE TRIGGER "audit_entries_record" AFTER INSERT ON "audit_entries"
    FOR EACH ROW WHEN (NEW."action"::text <> 'close_inquiry') EXECUTE FUNCTION "record_moderation"();
