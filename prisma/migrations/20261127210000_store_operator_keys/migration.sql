-- phase: expand
-- The normalized name of an agent's operator, which signals and reviews compare. Normalization is slow, so it is done once.
ALTER TABLE "agents" ADD COLUMN "operator_key" TEXT;

-- Compares 120 characters, the longest name: NFKC turns a character into up to 18, and each would cost as much as one of a name.
CREATE FUNCTION "operator_key_of"("name" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT nullif(btrim(lower(regexp_replace(left(normalize("name", NFKC), 120), '\s+', ' ', 'g'))), '');
$$;

CREATE FUNCTION "set_operator_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."operator_key" := "operator_key_of"(NEW."operator_name");
    RETURN NEW;
END $$;

CREATE TRIGGER "agents_set_operator_key" BEFORE INSERT OR UPDATE OF "operator_name" ON "agents"
    FOR EACH ROW EXECUTE FUNCTION "set_operator_key"();
