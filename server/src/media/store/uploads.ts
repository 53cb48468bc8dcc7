import { inBatches, removalBatch } from '../../kernel/store/batches.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

/** `color` is `#rrggbb`; `version` distinguishes the files of one avatar URL. */
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

const columns = 'key, owner_uid, purpose, type, width, height, color, version';

const insert = statement(
  'insert-upload',
  `INSERT INTO uploads (${columns}, bytes, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

export async function insertUpload(
  db: Database,
  { key, owner_uid, purpose, type, width, height, color, version }: UploadRow,
  { bytes, at }: { bytes: number; at: Date },
): Promise<void> {
  await db.run(insert, [key, owner_uid, purpose, type, width, height, color, version, bytes, at]);
}

const take = statement(
  'take-upload',
  `UPDATE uploads SET taken_at = $4 WHERE key = ANY($1::text[]) AND owner_uid = $2 AND purpose = $3
     AND taken_at IS NULL
   RETURNING ${columns}`,
);

type Claim = { ownerUid: string; purpose: UploadRow['purpose']; at: Date };

/** Null when the upload was claimed before or is another owner's. */
export async function takeUpload(
  db: Database,
  { key, ...claim }: Claim & { key: string },
): Promise<UploadRow | null> {
  return (await takeUploads(db, [key], claim))?.[0] ?? null;
}

/** Call it in a transaction. Null when one of the uploads cannot be claimed, or is named twice. */
export async function takeUploads(
  tx: Database,
  keys: readonly string[],
  { ownerUid, purpose, at }: Claim,
): Promise<UploadRow[] | null> {
  const rows = await tx.run<UploadRow>(take, [keys, ownerUid, purpose, at]);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const claimedRows = keys.flatMap((key) => byKey.get(key) ?? []);
  return rows.length === keys.length ? claimedRows : null;
}

const takeNewestAvatar = statement(
  'take-newest-avatar',
  `UPDATE uploads SET taken_at = $2
   WHERE taken_at IS NULL AND key = (
     SELECT key FROM uploads WHERE owner_uid = $1 AND purpose = 'avatar' AND taken_at IS NULL
     ORDER BY created_at DESC, version DESC LIMIT 1)
   RETURNING version`,
);

/** @returns the version of the user's newest unclaimed avatar, or null */
export async function takeAvatar(db: Database, ownerUid: string, at: Date): Promise<string | null> {
  return (await db.run<{ version: string }>(takeNewestAvatar, [ownerUid, at]))[0]?.version ?? null;
}

const deleteWaitingAvatars = statement(
  'delete-waiting-avatars',
  `DELETE FROM uploads WHERE owner_uid = $1 AND purpose = 'avatar' AND taken_at IS NULL AND created_at <= $2
   RETURNING key`,
);

export async function deleteUnclaimedAvatars(db: Database, ownerUid: string, until: Date): Promise<string[]> {
  return (await db.run<{ key: string }>(deleteWaitingAvatars, [ownerUid, until])).map(({ key }) => key);
}

const deleteOld = statement(
  'delete-uploads-not-taken',
  `DELETE FROM uploads WHERE taken_at IS NULL AND key = ANY (ARRAY(
     SELECT key FROM uploads WHERE taken_at IS NULL AND created_at < $1 LIMIT ${removalBatch})) RETURNING key`,
);

/** In batches; `onBatch` gets the keys of the deleted files. */
export async function deleteUnclaimedUploads(
  db: Database,
  before: Date,
  onBatch: (keys: string[]) => Promise<void>,
): Promise<void> {
  await inBatches(async () => {
    const rows = await db.run<{ key: string }>(deleteOld, [before]);
    await onBatch(rows.map(({ key }) => key));
    return rows.length;
  });
}

const removeAll = statement('delete-uploads', 'DELETE FROM uploads WHERE key = ANY($1::text[])');

export async function deleteUploads(db: Database, keys: readonly string[]): Promise<void> {
  await db.run(removeAll, [keys]);
}

const findKeys = statement('find-upload-keys', 'SELECT key FROM uploads WHERE key = ANY($1::text[])');

export async function findUploadKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  return new Set((await db.run<{ key: string }>(findKeys, [keys])).map(({ key }) => key));
}
