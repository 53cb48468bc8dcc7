import { limits } from '../../../../contract/src/rules/limits.ts';
import { postExists } from '../../kernel/store/post-exists.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

const insert = statement(
  'insert-save',
  'INSERT INTO saves (uid, post_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
);

export async function insertSave(db: Database, uid: string, postId: string, at: Date): Promise<void> {
  await db.run(insert, [uid, postId, at]);
}

const remove = statement('delete-save', 'DELETE FROM saves WHERE uid = $1 AND post_id = $2');

export async function deleteSave(db: Database, uid: string, postId: string): Promise<void> {
  await db.run(remove, [uid, postId]);
}

export type Save = { postId: string; at: Date };

const page = statement(
  'find-saves-page',
  `SELECT post_id, created_at FROM saves
   WHERE uid = $1 AND (created_at, post_id) < ($2, $3) AND ${postExists('saves.post_id')}
   ORDER BY created_at DESC, post_id DESC LIMIT 41`,
);

export const savesPage = 41;

export async function findSavesPage(db: Database, uid: string, before: Save): Promise<Save[]> {
  const rows = await db.run<{ post_id: string; created_at: Date }>(page, [uid, before.at, before.postId]);
  return rows.map((row) => ({ postId: row.post_id, at: row.created_at }));
}

const savedIds = statement(
  'find-saved-post-ids',
  `SELECT post_id AS id FROM saves WHERE uid = $1 AND ${postExists('saves.post_id')}
   ORDER BY created_at DESC, post_id DESC LIMIT ${limits.savedMax}`,
);

export async function findSavedPostIds(db: Database, uid: string): Promise<string[]> {
  return (await db.run<{ id: string }>(savedIds, [uid])).map(({ id }) => id);
}

const batch = 1_000;

// The ORDER BY makes the planner use the index on post_id, however large the post's share of the table.
const ofPost = statement(
  'find-saves-of-post',
  `SELECT uid FROM saves WHERE post_id >= $1 AND post_id <= $1 ORDER BY post_id LIMIT ${batch}`,
);
const removeOfPost = statement(
  'delete-saves-of-post',
  'DELETE FROM saves WHERE uid = ANY($1::uuid[]) AND post_id = $2',
);

/**
 * This query reads every shard: for jobs only.
 * @returns up to 1,000 affected users, and whether none are left
 */
export async function deleteSavesOf(
  db: Database,
  postId: string,
): Promise<{ uids: string[]; isLast: boolean }> {
  const uids = (await db.run<{ uid: string }>(ofPost, [postId])).map((row) => row.uid);
  if (uids.length > 0) await db.run(removeOfPost, [uids, postId]);
  return { uids, isLast: uids.length < batch };
}
