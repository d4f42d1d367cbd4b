-- A search until a time in the past, or for most of several common words, reads fewer entries and takes less time for each.

-- Matches at least half of the first six terms, and at least two. Empty, and so without matches, for fewer than three
-- terms, because half of two words is one word. The query is nested: `a` and at least n - 1 of the later terms, or at least
-- n of the later terms. That is half as long as all 20 combinations of three of six terms.
CREATE OR REPLACE FUNCTION "search_most"("terms" tsquery[]) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    "known" tsquery[] := array_remove("terms"[:6], NULL);
    "needed" int := (least(cardinality("terms"), 6) + 1) / 2;
    -- For each number of terms, the query for at least so many of the terms that were added; null if they are too few.
    "matching" text[] := array_fill(NULL::text, ARRAY[greatest("needed", 1)]);
BEGIN
    IF cardinality("terms") < 3 OR cardinality("known") < "needed" THEN RETURN ''; END IF;
    FOR "i" IN REVERSE cardinality("known")..1 LOOP
        FOR "n" IN REVERSE "needed"..2 LOOP
            "matching"["n"] := nullif(
                concat_ws('|', "matching"["n"], '(' || "known"["i"]::text || ')&(' || "matching"["n" - 1] || ')'), '');
        END LOOP;
        "matching"[1] := concat_ws('|', "matching"[1], '(' || "known"["i"]::text || ')');
    END LOOP;
    RETURN "matching"["needed"];
END $$;

-- As before, but the first slice reaches from the newest entry of all to a little before the newest entry of the period:
-- otherwise the slice in which the period ends would be seven times as long as the slices after the period.
-- A mark may stand for more entries than the slice has, so the slice is a condition as well.
CREATE OR REPLACE FUNCTION "search_hits"(
    "asked" tsquery, "ranked" tsquery, "scope" tsquery, "since" timestamptz, "till" timestamptz, "now" timestamptz,
    "newest" bigint, "back" bigint, "most" int,
    OUT "ids" uuid[], OUT "times" timestamptz[], OUT "ranks" float8[])
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    "to" bigint := "newest" + 1;
    -- The newest entry of the period.
    "last" bigint := least("newest", (
        SELECT "latest"."ordinal" FROM unnest(enum_range(NULL::"EntryType")) "known" ("type"), LATERAL (
            SELECT "ordinal", "created_at" FROM "entries"
            WHERE "visible" AND "entries"."type" = "known"."type" AND "created_at" < "till"
            ORDER BY "created_at" DESC LIMIT 1
        ) "latest" ORDER BY "latest"."created_at" DESC LIMIT 1));
    "from" bigint := greatest((("last" >> 10) - 1) << 10, "back");
    "left" int := "most";
    "span" bigint;
    "size" bigint;
    "marks" tsquery;
    "slice" record;
BEGIN
    "ids" := '{}';
    IF numnode("asked") = 0 OR "till" <= "since" THEN RETURN; END IF;
    LOOP
        "marks" := CASE WHEN "from" > 0 THEN "scope" && "search_between"("from", "to") ELSE "scope" END;
        IF numnode("marks") > 0 THEN
            SELECT array_agg("id") AS "ids", array_agg("created_at") AS "times",
                array_agg("search_rank"("tsv", "ranked", "created_at", "now")) AS "ranks"
            INTO "slice" FROM (
                SELECT * FROM (
                    SELECT "id", "created_at", "tsv", "ordinal" FROM "entries"
                    WHERE "visible" AND "tsv" @@ "asked" AND "tsv" @@ "marks" AND "ordinal" >= "from" AND "ordinal" < "to"
                        AND ("since" IS NULL OR "created_at" >= "since") AND ("till" IS NULL OR "created_at" < "till") OFFSET 0
                ) "hits" ORDER BY "ordinal" DESC LIMIT "left"
            ) "latest";
        ELSE
            SELECT array_agg("id") AS "ids", array_agg("created_at") AS "times",
                array_agg("search_rank"("tsv", "ranked", "created_at", "now")) AS "ranks"
            INTO "slice" FROM (
                SELECT * FROM (
                    SELECT "id", "created_at", "tsv", "ordinal" FROM "entries"
                    WHERE "visible" AND "tsv" @@ "asked" AND "ordinal" >= "from" AND "ordinal" < "to"
                        AND ("since" IS NULL OR "created_at" >= "since") AND ("till" IS NULL OR "created_at" < "till") OFFSET 0
                ) "hits" ORDER BY "ordinal" DESC LIMIT "left"
            ) "latest";
        END IF;
        "ids" := "ids" || "slice"."ids";
        "times" := "times" || "slice"."times";
        "ranks" := "ranks" || "slice"."ranks";
        "left" := "most" - cardinality("ids");
        EXIT WHEN "from" <= "back" OR "left" = 0;
        "to" := "from";
        "span" := "last" - "to";
        "size" := "span" * least(7, greatest(0.5, 1.2 * "left" / greatest(cardinality("ids"), 1)));
        "from" := CASE
            WHEN "span" + "size" > least(1 << 21, "last" / 3) OR (cardinality("ids") + 1) * "last" / "span" <= 100 THEN "back"
            ELSE greatest((("to" - "size") >> "search_bits"("size")) << "search_bits"("size"), "back")
        END;
    END LOOP;
END $$;
