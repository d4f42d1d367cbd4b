-- CreateTable
CREATE TABLE "entry_counts" (
    "type" "EntryType" NOT NULL,
    "slot" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "entry_counts_pkey" PRIMARY KEY ("type", "slot")
);

-- Counting a million entries takes the better part of a second, and everybody asks: they are counted as they come. Each
-- connection has a row of its own, or shares it with few, so that writers do not wait for one another.
CREATE FUNCTION "count_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entry_counts" ("type", "slot", "count")
    SELECT "type", pg_backend_pid() % 64, count(*) FROM "made" WHERE "visible" GROUP BY "type" ORDER BY "type"
    ON CONFLICT ("type", "slot") DO UPDATE SET "count" = "entry_counts"."count" + EXCLUDED."count";
    RETURN NULL;
END $$;
CREATE TRIGGER "entries_count" AFTER INSERT ON "entries"
    REFERENCING NEW TABLE AS "made" FOR EACH STATEMENT EXECUTE FUNCTION "count_entries"();

CREATE FUNCTION "recount_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "entry_counts" ("type", "slot", "count")
    VALUES (NEW."type", pg_backend_pid() % 64, CASE WHEN NEW."visible" THEN 1 ELSE -1 END)
    ON CONFLICT ("type", "slot") DO UPDATE SET "count" = "entry_counts"."count" + EXCLUDED."count";
    RETURN NULL;
END $$;
CREATE TRIGGER "entries_recount" AFTER UPDATE OF "visible" ON "entries"
    FOR EACH ROW WHEN (OLD."visible" <> NEW."visible") EXECUTE FUNCTION "recount_entry"();

-- What was there before anybody counted.
INSERT INTO "entry_counts" ("type", "slot", "count")
SELECT "type", 0, count(*) FROM "entries" WHERE "visible" GROUP BY "type";
