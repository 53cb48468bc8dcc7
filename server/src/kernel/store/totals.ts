import { type Database, statement } from '../../platform/postgres/database.ts';

export type Total = 'users' | 'posts' | 'official-followers';

// Usually each connection has a row of its own, so concurrent writers do not wait for each other's commits.
const add = statement(
  'add-to-total',
  `INSERT INTO site_totals (name, slot, count) VALUES ($1, pg_backend_pid() % 64, $2)
   ON CONFLICT (name, slot) DO UPDATE SET count = site_totals.count + excluded.count`,
);

/** Changes a total in the transaction that adds or removes the rows. */
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
const driftOf = (counted: string) =>
  `SELECT (${counted}) - coalesce((SELECT sum(count)::bigint FROM site_totals WHERE name = $1), 0) AS drift`;
const drifts = {
  users: statement('find-drift-of-users', driftOf('SELECT count(*) FROM users')),
  // A deleted post keeps its row until its likes, comments and the like are removed.
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
 * Recounts everything and corrects the totals, also while the site runs. It reads every row: for operator tools only.
 * @returns how many totals were wrong
 */
export async function repairTotals(db: Database, officialUid: string | null): Promise<number> {
  const found: [Total, { drift: number }[]][] = [
    ['users', await db.run(drifts.users, ['users'])],
    ['posts', await db.run(drifts.posts, ['posts'])],
  ];
  if (officialUid !== null)
    found.push(['official-followers', await db.run(officialDrift, ['official-followers', officialUid])]);
  const wrong = found.filter(([, [row]]) => row && row.drift !== 0);
  for (const [name, [row]] of wrong) await addToTotal(db, name, row?.drift ?? 0);
  return wrong.length;
}

const clear = statement('clear-total', 'DELETE FROM site_totals WHERE name = $1');

export async function setTotal(tx: Database, name: Total, count: number): Promise<void> {
  await tx.run(clear, [name]);
  await addToTotal(tx, name, count);
}
