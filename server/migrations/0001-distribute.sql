-- Spreads a table over the nodes of a Citus cluster; on plain PostgreSQL it does nothing.
-- Parents come first: a table is placed with the one it names.
CREATE FUNCTION distribute_table(table_name text, distribution_column text, with_table text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') THEN
    EXECUTE format(
      'SELECT create_distributed_table(%L, %L, colocate_with => %L)',
      table_name, distribution_column, coalesce(with_table, 'none'));
  END IF;
END
$$;

-- Keeps a copy of a small table on every node of a Citus cluster; on plain PostgreSQL it does nothing.
CREATE FUNCTION copy_table_to_every_node(table_name text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') THEN
    EXECUTE format('SELECT create_reference_table(%L)', table_name);
  END IF;
END
$$;
