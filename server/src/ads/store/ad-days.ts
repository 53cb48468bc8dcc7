import type { AdDay } from '../../../../contract/src/calls/ads.ts';
import { inBatches, removalBatch } from '../../kernel/store/batches.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

// VALUES, because Citus takes no parameter in the ON CONFLICT of an INSERT … SELECT. No padding: each row
// counts one.
const sizes = [256, 128, 64, 32, 16, 8, 4, 2, 1];
const countViews = sizes.map((size) => ({
  size,
  statement: statement(
    `count-ad-views-${size}`,
    `INSERT INTO ad_views (uid, ad_id, day, shown) VALUES
     ${Array.from({ length: size }, (_, i) => `($${i + 4}, $1, $2, 1)`).join(', ')}
     ON CONFLICT (uid, ad_id, day) DO UPDATE SET shown = ad_views.shown + 1 WHERE ad_views.shown < $3
     RETURNING uid`,
  ),
}));

/**
 * Call it in a transaction; the users must be distinct, `day` is `YYYY-MM-DD`.
 * @returns how many impressions counted: those of users below the cap
 */
export async function countAdViews(
  tx: Database,
  { adId, day, cap, uids }: { adId: string; day: string; cap: number; uids: readonly string[] },
): Promise<number> {
  const counting: Promise<object[]>[] = [];
  let rest = uids;
  for (const { size, statement: countBatch } of countViews) {
    while (rest.length >= size) {
      counting.push(tx.run(countBatch, [adId, day, cap, ...rest.slice(0, size)]));
      rest = rest.slice(size);
    }
  }
  return (await Promise.all(counting)).flat().length;
}

const add = statement(
  'add-to-ad-day',
  `INSERT INTO ad_days (ad_id, day, impressions, clicks) VALUES ($1, $2, $3, $4)
   ON CONFLICT (ad_id, day) DO UPDATE SET
     impressions = ad_days.impressions + excluded.impressions, clicks = ad_days.clicks + excluded.clicks`,
);

/** Fails with a foreign key violation when the ad was deleted. */
export async function addToAdDay(db: Database, adId: string, day: AdDay): Promise<void> {
  await db.run(add, [adId, day.day, day.impressions, day.clicks]);
}

const find = statement(
  'find-ad-days',
  'SELECT day::text, impressions, clicks FROM ad_days WHERE ad_id = $1 AND day >= $2::date ORDER BY day',
);

export function findAdDays(db: Database, adId: string, from: string): Promise<AdDay[]> {
  return db.run<AdDay>(find, [adId, from]);
}

const viewsOf = statement(
  'find-ad-views-of-user',
  'SELECT ad_id AS "adId", day::text, shown FROM ad_views WHERE uid = $1 ORDER BY day, ad_id',
);

export function findAdViewsOf(
  db: Database,
  uid: string,
): Promise<{ adId: string; day: string; shown: number }[]> {
  return db.run<{ adId: string; day: string; shown: number }>(viewsOf, [uid]);
}

const oldViews = statement(
  'find-old-ad-views',
  `SELECT uid FROM ad_views WHERE day < $1::date LIMIT ${removalBatch}`,
);
const removeViews = statement(
  'delete-old-ad-views',
  'DELETE FROM ad_views WHERE uid = ANY($1::uuid[]) AND day < $2::date',
);

/** The rows only serve the cap. Queries every shard. */
export async function deleteAdViews(db: Database, before: string): Promise<void> {
  await inBatches(async () => {
    const uids = (await db.run<{ uid: string }>(oldViews, [before])).map(({ uid }) => uid);
    if (uids.length > 0) await db.run(removeViews, [uids, before]);
    return uids.length;
  });
}
