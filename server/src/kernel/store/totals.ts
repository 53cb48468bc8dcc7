import { type Database, statement } from '../../platform/postgres/database.ts';

export type Total = 'users' | 'posts' | 'official-followers';

// Usually each connection has its own row, so writers do not wait for each other's commits.
const add = statement(
  'add-to-total',
  `INSERT INTO site_totals (name, slot, count) VALUES ($1, pg_backend_pid() % 64, $2)
   ON CONFLICT (name, slot) DO UPDATE SET count = site_totals.count + excluded.count`,
);

/** Must run in the transaction that adds or removes the rows. */
export async function addToTotal(tx: Database, name: Total, by: number): Promise<void> {
  await tx.run(add, [name, by]);
}

const read = statement(
  'read-totals',
  'SELECT name, sum(count)::bigint AS count FROM site_totals WHERE name = ANY($1::text[]) GROUP BY name',
);

export async function readTotals<Name extends Total>(
  db: Database,
  ...names: readonly Name[]
): Promise<Record<Name, number>> {
  const rows = await db.run<{ name: Name; count: number }>(read, [names]);
  const counts = new Map(rows.map(({ name, count }) => [name, count]));
  return Object.fromEntries(names.map((name) => [name, counts.get(name) ?? 0])) as Record<Name, number>;
}

// Rows and total change in one transaction, so one statement sees a consistent pair.
const driftOf = (countSql: string) =>
  `SELECT (${countSql}) - coalesce((SELECT sum(count)::bigint FROM site_totals WHERE name = $1), 0) AS drift`;
const drifts = {
  users: statement('find-drift-of-users', driftOf('SELECT count(*) FROM users')),
  // A deleted post keeps its row until its likes and comments are removed.
  posts: statement(
    'find-drift-of-posts',
    driftOf('SELECT (SELECT count(*) FROM posts) - (SELECT count(*) FROM removed_posts)'),
  ),
};
const officialDrift = statement(
  'find-drift-of-official-followers',
  driftOf('SELECT count(*) FROM follows WHERE followee = $2'),
);

/**
 * Corrects the totals, also while the site runs. Reads every row: for operator tools only.
 * @returns the number of wrong totals
 */
export async function repairTotals(db: Database, officialUid: string | null): Promise<number> {
  const driftRows: [Total, { drift: number }[]][] = [
    ['users', await db.run(drifts.users, ['users'])],
    ['posts', await db.run(drifts.posts, ['posts'])],
  ];
  if (officialUid !== null)
    driftRows.push(['official-followers', await db.run(officialDrift, ['official-followers', officialUid])]);
  const wrongTotals = driftRows.filter(([, [row]]) => row && row.drift !== 0);
  for (const [name, [row]] of wrongTotals) await addToTotal(db, name, row?.drift ?? 0);
  return wrongTotals.length;
}

const clear = statement('clear-total', 'DELETE FROM site_totals WHERE name = $1');

export async function setTotal(tx: Database, name: Total, count: number): Promise<void> {
  await tx.run(clear, [name]);
  await addToTotal(tx, name, count);
}
