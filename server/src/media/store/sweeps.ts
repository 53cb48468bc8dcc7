import { type Database, statement } from '../../platform/postgres/database.ts';

/** The sweeps that continue where the previous run stopped. */
export type Sweep = 'media-files';

const find = statement('find-walk', 'SELECT last FROM walks WHERE name = $1');

/** The last item that a sweep checked; empty at its start. */
export async function findSweepPosition(db: Database, name: Sweep): Promise<string> {
  return (await db.run<{ last: string }>(find, [name]))[0]?.last ?? '';
}

const set = statement(
  'set-walk',
  'INSERT INTO walks (name, last) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET last = excluded.last',
);

/** Saves a sweep's position; empty when it is complete. */
export async function setSweepPosition(db: Database, name: Sweep, last: string): Promise<void> {
  await db.run(set, [name, last]);
}
