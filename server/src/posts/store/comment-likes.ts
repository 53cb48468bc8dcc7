import { type Database, sizedStatement, statement } from '../../platform/postgres/database.ts';

export const commentLikesAtOnce = 64;

// Marks and count in one statement on one shard: the count is exact under concurrency.
const insert = statement(
  'insert-comment-likes',
  `WITH marked AS (
     INSERT INTO comment_likes (post_id, comment_id, uid, created_at) SELECT $1, $2, uid, $3 FROM unnest($4::uuid[]) AS uid
     ON CONFLICT DO NOTHING RETURNING uid
   )
   UPDATE comments SET likes = likes + (SELECT count(*)::int FROM marked)
   WHERE post_id = $1 AND id = $2 AND deleted_at IS NULL
   RETURNING likes, (SELECT array_agg(uid) FROM marked) AS added`,
);
const remove = sizedStatement(
  'delete-comment-likes',
  [1, 8, commentLikesAtOnce],
  (size) =>
    `WITH unmarked AS (
       DELETE FROM comment_likes WHERE post_id = $1 AND comment_id = $2
         AND uid IN (${Array.from({ length: size }, (_, i) => `$${i + 3}`).join(', ')})
       RETURNING uid
     )
     UPDATE comments SET likes = likes - (SELECT count(*)::int FROM unmarked)
     WHERE post_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING likes, uid AS "authorUid"`,
);

export type CommentRef = { postId: string; commentId: string };

/** @returns null when the comment does not exist: then the transaction must not commit */
export async function insertCommentLikes(
  db: Database,
  { postId, commentId }: CommentRef,
  uids: readonly string[],
  at: Date,
): Promise<{ likes: number; newLikers: readonly string[] } | null> {
  const [row] = await db.run<{ likes: number; added: string[] | null }>(insert, [
    postId,
    commentId,
    at,
    uids,
  ]);
  return row ? { likes: row.likes, newLikers: row.added ?? [] } : null;
}

export type LikedComment = { likes: number; authorUid: string };

export async function deleteCommentLikes(
  db: Database,
  { postId, commentId }: CommentRef,
  uids: readonly string[],
): Promise<LikedComment | null> {
  const { statement: query, padded: paddedUids } = remove(uids);
  return (await db.run<LikedComment>(query, [postId, commentId, ...paddedUids]))[0] ?? null;
}

const find = statement(
  'find-own-comment-likes',
  'SELECT comment_id AS id FROM comment_likes WHERE post_id = $1 AND comment_id = ANY($2::uuid[]) AND uid = $3',
);

export async function findLikedComments(
  db: Database,
  postId: string,
  ids: readonly string[],
  uid: string,
): Promise<Set<string>> {
  return new Set((await db.run<{ id: string }>(find, [postId, ids, uid])).map(({ id }) => id));
}

const subject = statement(
  'find-comment-authors',
  `SELECT c.uid, p.owner_uid AS "ownerUid", c.text FROM comments c JOIN post_summaries p ON p.id = c.post_id
   WHERE c.post_id = $1 AND c.id = $2 AND c.deleted_at IS NULL`,
);

export async function findCommentAuthors(
  db: Database,
  { postId, commentId }: CommentRef,
): Promise<{ uid: string; ownerUid: string; text: string } | null> {
  return (
    (await db.run<{ uid: string; ownerUid: string; text: string }>(subject, [postId, commentId]))[0] ?? null
  );
}

export const newestLikedComments = 500;

const newest = statement(
  'find-newest-comment-likes',
  `SELECT comment_id AS id FROM comment_likes WHERE uid = $1 ORDER BY comment_id DESC LIMIT ${newestLikedComments}`,
);

/** This query reads every shard: run it once, when a viewer begins to read. */
export async function findNewestLikedComments(db: Database, uid: string): Promise<string[]> {
  return (await db.run<{ id: string }>(newest, [uid])).map(({ id }) => id);
}
