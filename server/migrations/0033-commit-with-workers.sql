-- Lets Citus know of a table that is local to the coordinator; on plain PostgreSQL it does nothing. A transaction that
-- writes it is committed in two phases. Otherwise one whose other rows are all on one worker is committed there first:
-- if that worker is lost before it says so, the coordinator rolls back and the worker does not.
CREATE FUNCTION commit_with_workers(table_name text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') THEN
    EXECUTE format('SELECT citus_add_local_table_to_metadata(%L)', table_name);
  END IF;
END
$$;

-- A repeated attempt would do its work twice.
SELECT commit_with_workers('idempotency_keys');
