import type { AdStatus } from '../../../../contract/src/calls/ads.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

export type AdRow = {
  id: string;
  title: string;
  text: string;
  link_url: string;
  site: string;
  media_key: string;
  media_type: 'image' | 'video';
  media_width: number | null;
  media_height: number | null;
  media_color: string | null;
  start_at: Date;
  end_at: Date | null;
  status: AdStatus;
  cap_per_user_per_day: number;
  frequency: number;
  created_at: Date;
};

const columns = `id, title, text, link_url, site, media_key, media_type, media_width, media_height, media_color, start_at,
  end_at, status, cap_per_user_per_day, frequency, created_at`;

const insert = statement(
  'insert-ad',
  `INSERT INTO ads (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
);

export async function insertAd(db: Database, ad: AdRow): Promise<void> {
  await db.run(insert, [
    ad.id,
    ad.title,
    ad.text,
    ad.link_url,
    ad.site,
    ad.media_key,
    ad.media_type,
    ad.media_width,
    ad.media_height,
    ad.media_color,
    ad.start_at,
    ad.end_at,
    ad.status,
    ad.cap_per_user_per_day,
    ad.frequency,
    ad.created_at,
  ]);
}

const find = statement('find-ads', `SELECT ${columns} FROM ads WHERE id = ANY($1::uuid[])`);

export function findAds(db: Database, ids: readonly string[]): Promise<AdRow[]> {
  return db.run<AdRow>(find, [ids]);
}

// Ids sort by creation time.
const findNewest = statement('find-newest-ads', `SELECT ${columns} FROM ads ORDER BY id DESC LIMIT 50`);

export function findNewestAds(db: Database): Promise<AdRow[]> {
  return db.run<AdRow>(findNewest, []);
}

// Twice the number shown: some may start or end within the interval.
const findShown = statement(
  'find-shown-ads',
  `SELECT ${columns} FROM ads
   WHERE status = 'active' AND start_at <= $2 AND (end_at IS NULL OR end_at >= $1)
   ORDER BY start_at DESC, id DESC LIMIT 40`,
);

export function findShownAds(db: Database, from: Date, to: Date): Promise<AdRow[]> {
  return db.run<AdRow>(findShown, [from, to]);
}

const setStatus = statement(
  'set-ad-status',
  'UPDATE ads SET status = $2 WHERE id = $1 AND status <> $2 RETURNING title, link_url',
);

type AdLabel = Pick<AdRow, 'title' | 'link_url'>;

export async function updateAdStatus(db: Database, id: string, status: AdStatus): Promise<AdLabel | null> {
  return (await db.run<AdLabel>(setStatus, [id, status]))[0] ?? null;
}

const remove = statement('delete-ad', 'DELETE FROM ads WHERE id = $1 RETURNING title, link_url, media_key');

export async function deleteAdRow(
  db: Database,
  id: string,
): Promise<Pick<AdRow, 'title' | 'link_url' | 'media_key'> | null> {
  return (await db.run<AdRow>(remove, [id]))[0] ?? null;
}
