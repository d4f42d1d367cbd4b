-- phase: expand
-- A2A takes the first line of the first post as the subject of a thread. This subject is hidden with the post, as the subject that
-- is derived from a report is hidden with the report ("spread_report").

-- The subject that A2A derives from a body, as `firstLineOf` in facades/a2a/skill-request.ts: a stored body is in NFC already. Null
-- for white space only.
CREATE FUNCTION "first_line"("body" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN rtrim(left(regexp_replace(
    substring("body" FROM '[^\t-\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF][^\n]*'),
    '[\t-\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', ' ', 'g'), 200), ' ');

-- A subject that the author chose is also replaced if it equals the first line. While the post is hidden with its thread, only
-- the author and operators read the subject.
CREATE FUNCTION "spread_first_post"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "line" text := "first_line"(NEW."body");
    "is_hidden" boolean := NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL;
BEGIN
    UPDATE "threads" SET "subject" = CASE WHEN "is_hidden" THEN 'Hidden post' ELSE "line" END, "version" = "version" + 1
    WHERE "id" = NEW."thread_id" AND "created_by" = NEW."created_by" AND "created_at" = NEW."created_at"
        AND "line" IS NOT NULL AND "subject" = CASE WHEN "is_hidden" THEN "line" ELSE 'Hidden post' END;
    RETURN NULL;
END $$;
CREATE TRIGGER "posts_spread_first_post" AFTER UPDATE OF "hidden_at" ON "posts"
    FOR EACH ROW WHEN (NEW."seq" = 1 AND (OLD."hidden_at" IS NOT NULL AND OLD."hidden_with" IS NULL)
        <> (NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL))
    EXECUTE FUNCTION "spread_first_post"();
