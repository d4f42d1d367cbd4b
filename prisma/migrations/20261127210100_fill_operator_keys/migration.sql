-- phase: expand
-- transaction: none
DO $$
DECLARE
    "position" uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
    LOOP
        WITH "batch" AS (
            SELECT "id" FROM "agents" WHERE "id" > "position" ORDER BY "id" LIMIT 1000
        ), "filled" AS (
            UPDATE "agents" SET "operator_key" = "operator_key_of"("operator_name") FROM "batch"
            WHERE "agents"."id" = "batch"."id" AND "operator_name" IS NOT NULL AND "operator_key" IS NULL
        )
        SELECT "id" INTO "position" FROM "batch" ORDER BY "id" DESC LIMIT 1;
        EXIT WHEN "position" IS NULL;
        COMMIT;
    END LOOP;
END $$;
