import type { Pool } from '../src/platform/postgres/database.ts';

/** A new column of ids counts as one of users until its name is known to hold other ids. */
export async function userTables({ raw }: Pool): Promise<string[]> {
  const { rows } = await raw.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT a.attisdropped
       AND a.atttypid IN ('uuid'::regtype, 'uuid[]'::regtype)
     GROUP BY c.relname ORDER BY c.relname`,
  );
  return rows.flatMap(({ name, columns }) => (columns.some((column) => !others.has(column)) ? name : []));
}

const others = new Set(
  `id ad_id case_id comment_id entry_id post_id result_id target_id key posts quote_of
   notifications_read_until timeline_from told_until`.split(/\s+/),
);
