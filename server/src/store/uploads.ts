import { type Database, statement } from '../platform/database.ts';

/** A file that somebody uploaded. `color` is `#rrggbb`; `version` tells the contents of one address apart. */
export type UploadRow = {
  key: string;
  owner_uid: string;
  purpose: 'post' | 'avatar' | 'ad';
  type: 'image' | 'video';
  width: number | null;
  height: number | null;
  color: string | null;
  version: string | null;
};

const take = statement(
  'take-upload',
  `UPDATE uploads SET taken_at = $4 WHERE key = $1 AND owner_uid = $2 AND purpose = $3 AND taken_at IS NULL
   RETURNING key, owner_uid, purpose, type, width, height, color, version`,
);

/** Takes a file for the post, profile or ad that is being written: once, and only its owner's. Null otherwise. */
export async function takeUpload(
  db: Database,
  { key, ownerUid, purpose, at }: { key: string; ownerUid: string; purpose: UploadRow['purpose']; at: Date },
): Promise<UploadRow | null> {
  return (await db.run<UploadRow>(take, [key, ownerUid, purpose, at]))[0] ?? null;
}

const removeAll = statement('delete-uploads', 'DELETE FROM uploads WHERE key = ANY($1::text[])');

export async function deleteUploads(db: Database, keys: readonly string[]): Promise<void> {
  await db.run(removeAll, [keys]);
}
