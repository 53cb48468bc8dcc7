import { type Database, statement } from '../../platform/postgres/database.ts';

/** `max` attempts in `seconds`, under a hashed key. */
export type RateWindow = { key: Buffer; seconds: number; max: number; isCounted: boolean };

const take = statement('take-rate', 'SELECT take_rate($1, $2, $3, $4, $5) AS wait');

/** Counts in all windows, or in none when one is full. @returns 0, or the seconds to wait */
export async function takeRate(db: Database, windows: readonly RateWindow[], now: Date): Promise<number> {
  const [row] = await db.run<{ wait: number }>(take, [
    windows.map(({ key }) => key),
    windows.map(({ seconds }) => seconds),
    windows.map(({ max }) => max),
    windows.map(({ isCounted }) => isCounted),
    now,
  ]);
  if (!row) throw new Error('take_rate returned no row');
  return row.wait;
}

const giveBack = statement(
  'give-back-rate',
  `WITH locked AS (
     SELECT key, count FROM rate_limits WHERE key = ANY($1::bytea[]) ORDER BY key FOR UPDATE
   ), emptied AS (
     DELETE FROM rate_limits r USING locked l WHERE r.key = l.key AND l.count <= 1
   )
   UPDATE rate_limits r SET count = l.count - 1 FROM locked l WHERE r.key = l.key AND l.count > 1`,
);

export async function giveBackRate(db: Database, keys: readonly Buffer[]): Promise<void> {
  await db.run(giveBack, [keys]);
}

const batch = 10_000;
// The table is small: an index on the end would cost a write for every count.
const removeEnded = statement(
  'delete-ended-rate-limits',
  `WITH gone AS (
     DELETE FROM rate_limits WHERE key = ANY(ARRAY(
       SELECT key FROM rate_limits WHERE ends_at <= $1 LIMIT ${batch} FOR UPDATE SKIP LOCKED
     )) RETURNING key
   ) SELECT count(*) AS removed FROM gone`,
);

export async function deleteEndedRateLimits(db: Database, now: Date): Promise<void> {
  let count: number;
  do {
    const [row] = await db.run<{ removed: number }>(removeEnded, [now]);
    count = row?.removed ?? 0;
  } while (count === batch);
}

const removeLowest = statement(
  'delete-lowest-rate-limits',
  `DELETE FROM rate_limits WHERE key = ANY(ARRAY(
     SELECT key FROM rate_limits ORDER BY ends_at > $2, count, ends_at
     LIMIT greatest(0, (SELECT count(*) FROM rate_limits) - $1) FOR UPDATE SKIP LOCKED
   ))`,
);

/** Trims the table to `max` windows: expired ones go first, then those furthest from their limit. */
export async function capRateLimits(db: Database, max: number, now: Date): Promise<void> {
  await db.run(removeLowest, [max, now]);
}
