import { type Database, statement } from '../../platform/postgres/database.ts';
import { firstId, lastId } from '../ids.ts';
import { readPages } from '../read-pages.ts';

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

const runMs = 5_000;

type Rows<Row> = {
  /** Those after an id, in the order of their ids. */
  read: (after: string) => Promise<Row[]>;
  idOf: (row: Row) => string;
  /** Of a full page. */
  size: number;
};

/**
 * Goes through all rows once in the life of a site, for about five seconds in each run, and continues where the
 * run before stopped.
 * @returns whether it has reached the end
 */
export async function sweepOnce<Row>(
  db: Database,
  name: Sweep,
  { read, idOf, size }: Rows<Row>,
  work: (row: Row) => Promise<void>,
): Promise<boolean> {
  const position = await findSweepPosition(db, name);
  if (position === lastId) return true;
  const end = performance.now() + runMs;
  for await (const rows of readPages(read, idOf, { first: position || firstId, size })) {
    for (const row of rows) await work(row);
    const last = rows.at(-1);
    if (rows.length < size || last === undefined) break;
    await setSweepPosition(db, name, idOf(last));
    if (performance.now() > end) return false;
  }
  await setSweepPosition(db, name, lastId);
  return true;
}
