import { postExists } from '../../kernel/store/post-exists.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';
import type { StoredWarning, WarningRow } from './posts.ts';

const lock = statement(
  'lock-post-warning',
  `SELECT owner_uid, text, warning_kind, warning_label, warning_by_admin FROM posts
   WHERE id = $1 AND ${postExists('posts.id')} FOR NO KEY UPDATE`,
);

export type WarnedPost = WarningRow & { owner_uid: string; text: string };

export async function lockPostWarning(tx: Database, postId: string): Promise<WarnedPost | null> {
  return (await tx.run<WarnedPost>(lock, [postId]))[0] ?? null;
}

const set = statement(
  'set-post-warning',
  `WITH post AS (
     UPDATE posts SET warning_kind = $2, warning_label = $3, warning_by_admin = $4 WHERE id = $1 RETURNING id
   )
   UPDATE post_summaries SET warning_kind = $2, warning_label = $3, warning_by_admin = $4
   WHERE id = $1 AND EXISTS (SELECT 1 FROM post)`,
);

export async function setWarning(
  tx: Database,
  postId: string,
  { warning, byAdmin }: { warning: StoredWarning | null; byAdmin: boolean },
): Promise<void> {
  await tx.run(set, [postId, warning?.kind ?? null, warning?.label ?? null, byAdmin]);
}
