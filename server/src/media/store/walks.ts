import { type Database, statement } from '../../platform/postgres/database.ts';

/** What is walked through, some of it in each run. */
export type Walk = 'media-files';

const find = statement('find-walk', 'SELECT last FROM walks WHERE name = $1');

/** What a walk looked at last; empty at its beginning. */
export async function findWalk(db: Database, name: Walk): Promise<string> {
  return (await db.run<{ last: string }>(find, [name]))[0]?.last ?? '';
}

const set = statement(
  'set-walk',
  'INSERT INTO walks (name, last) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET last = excluded.last',
);

/** Notes how far a walk has come; empty at its end, which is the beginning of the next one. */
export async function setWalk(db: Database, name: Walk, last: string): Promise<void> {
  await db.run(set, [name, last]);
}
