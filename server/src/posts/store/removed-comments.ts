import { firstId } from '../../kernel/ids.ts';
import { readPages } from '../../kernel/read-pages.ts';
import { removalBatch } from '../../kernel/store/batches.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';
import type { CommentRef } from './comment-likes.ts';

const insert = statement(
  'insert-removed-comment',
  'INSERT INTO removed_comments (comment_id, post_id, removed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
);

/** Hides the notifications about the comment, until `forgetRemovedComment`. */
export async function insertRemovedComment(
  tx: Database,
  { postId, commentId }: CommentRef,
  at: Date,
): Promise<void> {
  await tx.run(insert, [commentId, postId, at]);
}

const forget = statement('delete-removed-comment', 'DELETE FROM removed_comments WHERE comment_id = $1');

export async function forgetRemovedComment(db: Database, commentId: string): Promise<void> {
  await db.run(forget, [commentId]);
}

const removeLikes = statement(
  'delete-likes-of-comment',
  `DELETE FROM comment_likes WHERE post_id = $1 AND comment_id = $2 AND uid = ANY (ARRAY(
     SELECT uid FROM comment_likes WHERE post_id = $1 AND comment_id = $2 ORDER BY uid LIMIT ${removalBatch}
   )) RETURNING uid`,
);

/** @returns how many; `removalBatch` when there may be more */
export async function deleteLikesOfComment(db: Database, { postId, commentId }: CommentRef): Promise<number> {
  return (await db.run(removeLikes, [postId, commentId])).length;
}

const find = statement(
  'find-removed-comments',
  `SELECT post_id AS "postId", comment_id AS "commentId" FROM removed_comments
   WHERE removed_at < $1 AND comment_id > $2 ORDER BY comment_id LIMIT ${removalBatch}`,
);

export async function* findRemovedComments(db: Database, before: Date): AsyncGenerator<CommentRef> {
  const pages = readPages(
    (after) => db.run<CommentRef>(find, [before, after]),
    ({ commentId }) => commentId,
    { first: firstId, size: removalBatch },
  );
  for await (const comments of pages) yield* comments;
}
