-- One candidate for each claim: the claim, in the row of its candidate. Null for any further candidates that an older
-- version accepted; they stay.
ALTER TABLE "work_submissions" ADD COLUMN "candidate_of" UUID;

ALTER TABLE "work_submissions" DISABLE TRIGGER "work_submissions_immutable";
UPDATE "work_submissions" SET "candidate_of" = "claim_id" WHERE "id" IN (
    SELECT DISTINCT ON ("claim_id") "id" FROM "work_submissions" WHERE "status" = 'candidate' ORDER BY "claim_id", "seq"
);
ALTER TABLE "work_submissions" ENABLE TRIGGER "work_submissions_immutable";

-- CreateIndex
CREATE UNIQUE INDEX "work_submissions_candidate_of_key" ON "work_submissions"("candidate_of");
