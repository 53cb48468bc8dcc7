import { type Database, statement } from '../../platform/postgres/database.ts';

const insert = statement(
  'insert-preview-picture',
  'INSERT INTO preview_pictures (key, bytes, written_at) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING',
);

export async function insertPreviewPicture(
  db: Database,
  { key, bytes, at }: { key: string; bytes: number; at: Date },
): Promise<void> {
  await db.run(insert, [key, bytes, at]);
}

const sum = statement(
  'sum-preview-pictures',
  'SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM preview_pictures WHERE NOT is_shown',
);

export async function sumPreviewPictures(db: Database): Promise<number> {
  return (await db.run<{ bytes: number }>(sum, []))[0]?.bytes ?? 0;
}

const oldest = statement(
  'find-oldest-preview-pictures',
  `SELECT key, bytes FROM preview_pictures WHERE NOT is_shown AND written_at < $1 ORDER BY written_at LIMIT 200`,
);

export async function findOldestPreviewPictures(
  db: Database,
  before: Date,
): Promise<{ key: string; bytes: number }[]> {
  return db.run<{ key: string; bytes: number }>(oldest, [before]);
}

const markShown = statement(
  'mark-preview-pictures-shown',
  'UPDATE preview_pictures SET is_shown = true WHERE key = ANY($1::text[])',
);

export async function markPreviewPicturesShown(db: Database, keys: readonly string[]): Promise<void> {
  await db.run(markShown, [keys]);
}

const remove = statement(
  'delete-preview-pictures',
  'DELETE FROM preview_pictures WHERE key = ANY($1::text[])',
);

export async function deletePreviewPictures(db: Database, keys: readonly string[]): Promise<void> {
  await db.run(remove, [keys]);
}
