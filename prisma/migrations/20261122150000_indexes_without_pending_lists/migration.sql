-- A statement that adds to a full pending list of a GIN index flushes the list. Once a flush takes longer than the time
-- limit of a statement, it is cancelled, the list stays full, and every later write fails too.
ALTER INDEX "entries_tsv_idx" RESET (gin_pending_list_limit);

DO $$
DECLARE
  index regclass;
BEGIN
  FOR index IN
    SELECT c.oid FROM pg_class c JOIN pg_am a ON a.oid = c.relam
    WHERE a.amname = 'gin' AND c.relnamespace = current_schema()::regnamespace
  LOOP
    EXECUTE format('ALTER INDEX %s SET (fastupdate = off)', index);
    PERFORM gin_clean_pending_list(index);
  END LOOP;
END $$;
