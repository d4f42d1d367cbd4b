-- normalize() sorts the combining marks of each run by insertion: it takes time quadratic in the length of the run, and
-- cannot be cancelled. New text has at most 30 marks in a row; older and imported records may have more. An ASCII
-- character ends every run, so only longer texts without ASCII are normalized in pieces. No lexeme but those across two
-- pieces differs.
CREATE OR REPLACE FUNCTION "search_folded"("t" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN octet_length("t") = char_length("t") THEN "t"
    WHEN "t" ~ '[^\u0001-\u007F]{65}' THEN (
        SELECT string_agg(normalize("piece"[1], NFKC), '' ORDER BY "at")
        FROM regexp_matches("t", '[\u0001-\u007F]+|[^\u0001-\u007F]{1,64}', 'g') WITH ORDINALITY "pieces" ("piece", "at")
    )
    WHEN "t" IS NFKC NORMALIZED THEN "t"
    ELSE normalize("t", NFKC)
END;
