-- Counts of posts, answers and reviews are shown without those that are hidden for themselves. The stored counts stay:
-- sequence numbers and the history of a work packet follow from them. Triggers count the hidden records beside them.
-- Records that are hidden with their thread, inquiry or submission are counted: nobody sees their count meanwhile.

-- AlterTable
ALTER TABLE "threads" ADD COLUMN "hidden_post_count" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "inquiries" ADD COLUMN "hidden_answer_count" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "work_submissions" ADD COLUMN "hidden_review_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "hidden_independent_review_count" INTEGER NOT NULL DEFAULT 0;

DROP TRIGGER "work_submissions_immutable" ON "work_submissions";
CREATE TRIGGER "work_submissions_immutable" BEFORE UPDATE ON "work_submissions"
    FOR EACH ROW EXECUTE FUNCTION "keep_columns"('status', 'review_count', 'independent_review_count',
        'hidden_review_count', 'hidden_independent_review_count', 'decided_at', 'decision_note', 'hidden_at',
        'hidden_reason', 'hidden_with', 'version');

-- On insert: records of an archive may be hidden from the start.
-- A post that is hidden with its report is missing in a thread that is shown.
CREATE FUNCTION "count_hidden_post"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "threads" SET "hidden_post_count" = "hidden_post_count"
        + CASE WHEN NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS DISTINCT FROM NEW."thread_id" THEN 1 ELSE -1 END
    WHERE "id" = NEW."thread_id";
    RETURN NULL;
END $$;
CREATE TRIGGER "posts_count_hidden" AFTER UPDATE OF "hidden_at" ON "posts"
    FOR EACH ROW WHEN ((OLD."hidden_at" IS NOT NULL AND OLD."hidden_with" IS DISTINCT FROM OLD."thread_id")
        <> (NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS DISTINCT FROM NEW."thread_id"))
    EXECUTE FUNCTION "count_hidden_post"();
CREATE TRIGGER "posts_enter_hidden" AFTER INSERT ON "posts"
    FOR EACH ROW WHEN (NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS DISTINCT FROM NEW."thread_id") EXECUTE FUNCTION "count_hidden_post"();

-- An inquiry was first answered by its first answer that is not hidden for itself.
CREATE FUNCTION "count_hidden_answer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "inquiries" SET "hidden_answer_count" = "hidden_answer_count"
        + CASE WHEN NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL THEN 1 ELSE -1 END,
        "first_answered_at" = CASE TG_OP WHEN 'INSERT' THEN "first_answered_at" ELSE (
            SELECT "created_at" FROM "answers"
            WHERE "inquiry_id" = NEW."inquiry_id" AND ("hidden_at" IS NULL OR "hidden_with" IS NOT NULL)
            ORDER BY "seq" LIMIT 1) END
    WHERE "id" = NEW."inquiry_id";
    RETURN NULL;
END $$;
CREATE TRIGGER "answers_count_hidden" AFTER UPDATE OF "hidden_at" ON "answers"
    FOR EACH ROW WHEN ((OLD."hidden_at" IS NOT NULL AND OLD."hidden_with" IS NULL)
        <> (NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL))
    EXECUTE FUNCTION "count_hidden_answer"();
CREATE TRIGGER "answers_enter_hidden" AFTER INSERT ON "answers"
    FOR EACH ROW WHEN (NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL) EXECUTE FUNCTION "count_hidden_answer"();

CREATE FUNCTION "count_hidden_review"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "change" integer := CASE WHEN NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL THEN 1 ELSE -1 END;
BEGIN
    UPDATE "work_submissions" SET "hidden_review_count" = "hidden_review_count" + "change",
        "hidden_independent_review_count" = "hidden_independent_review_count"
            + CASE WHEN NEW."counts_toward_policy" THEN "change" ELSE 0 END
    WHERE "id" = NEW."submission_id";
    RETURN NULL;
END $$;
CREATE TRIGGER "work_reviews_count_hidden" AFTER UPDATE OF "hidden_at" ON "work_reviews"
    FOR EACH ROW WHEN ((OLD."hidden_at" IS NOT NULL AND OLD."hidden_with" IS NULL)
        <> (NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL))
    EXECUTE FUNCTION "count_hidden_review"();
CREATE TRIGGER "work_reviews_enter_hidden" AFTER INSERT ON "work_reviews"
    FOR EACH ROW WHEN (NEW."hidden_at" IS NOT NULL AND NEW."hidden_with" IS NULL) EXECUTE FUNCTION "count_hidden_review"();

-- What was hidden before.
UPDATE "threads" SET "hidden_post_count" = "hidden"."count"
FROM (
    SELECT "thread_id", count(*) AS "count" FROM "posts"
    WHERE "hidden_at" IS NOT NULL AND "hidden_with" IS DISTINCT FROM "thread_id" GROUP BY "thread_id"
) "hidden"
WHERE "id" = "hidden"."thread_id";
UPDATE "inquiries" SET "hidden_answer_count" = "hidden"."count", "first_answered_at" = (
    SELECT "created_at" FROM "answers"
    WHERE "inquiry_id" = "inquiries"."id" AND ("hidden_at" IS NULL OR "hidden_with" IS NOT NULL) ORDER BY "seq" LIMIT 1)
FROM (
    SELECT "inquiry_id", count(*) AS "count" FROM "answers"
    WHERE "hidden_at" IS NOT NULL AND "hidden_with" IS NULL GROUP BY "inquiry_id"
) "hidden"
WHERE "id" = "hidden"."inquiry_id";
UPDATE "work_submissions" SET "hidden_review_count" = "hidden"."count",
    "hidden_independent_review_count" = "hidden"."independent"
FROM (
    SELECT "submission_id", count(*) AS "count", count(*) FILTER (WHERE "counts_toward_policy") AS "independent"
    FROM "work_reviews" WHERE "hidden_at" IS NOT NULL AND "hidden_with" IS NULL GROUP BY "submission_id"
) "hidden"
WHERE "id" = "hidden"."submission_id";
