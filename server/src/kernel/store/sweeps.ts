import { type Database, statement } from '../../platform/postgres/database.ts';

export type Sweep = 'media-files' | 'names' | 'timelines' | 'topics';

const find = statement('find-walk', 'SELECT last FROM walks WHERE name = $1');

export async function findSweepPosition(db: Database, name: Sweep): Promise<string> {
  return (await db.run<{ last: string }>(find, [name]))[0]?.last ?? '';
}

const set = statement(
  'set-walk',
  'INSERT INTO walks (name, last) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET last = excluded.last',
);

export async function setSweepPosition(db: Database, name: Sweep, last: string): Promise<void> {
  await db.run(set, [name, last]);
}
