import { firstId } from '../../kernel/ids.ts';
import { readPages } from '../../kernel/read-pages.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

// Every reaction updates the counters first, so without them no new mark can be added.
const uncount = statement(
  'delete-post-counters',
  'DELETE FROM post_counters WHERE post_id = $1 RETURNING post_id',
);
// The post is locked before its summary, in the same order as an edit.
const hide = statement(
  'hide-post',
  `WITH post AS (
     SELECT id, owner_uid, media_key FROM posts WHERE id = $1 FOR NO KEY UPDATE
   ), summary AS (
     DELETE FROM post_summaries WHERE id = $1 AND EXISTS (SELECT 1 FROM post)
   )
   SELECT owner_uid, media_key, ARRAY(SELECT key FROM post_attachments WHERE post_id = $1) AS keys FROM post`,
);
const insert = statement(
  'insert-removed-post',
  'INSERT INTO removed_posts (post_id, owner_uid, removed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
);

/**
 * Touches four rows, however many marks the post has; a job removes the rest.
 * @returns the keys of its files; null when the post was already deleted
 */
export async function hidePost(tx: Database, postId: string, at: Date): Promise<string[] | null> {
  if ((await tx.run(uncount, [postId])).length === 0) return null;
  const [post] = await tx.run<{ owner_uid: string; media_key: string | null; keys: string[] }>(hide, [
    postId,
  ]);
  if (!post) return null;
  await tx.run(insert, [postId, post.owner_uid, at]);
  return [...new Set([...(post.media_key === null ? [] : [post.media_key]), ...post.keys])];
}

/** A repair by an older version of the program may restore the post: it does not know `removed_posts`. */
export async function hideAgain(db: Database, postId: string): Promise<void> {
  await db.run(uncount, [postId]);
  await db.run(hide, [postId]);
}

const batch = 1_000;

const markerIdColumns = { likes: 'uid', reposts: 'uid', poll_votes: 'uid', comments: 'id' } as const;
export type MarkerTable = keyof typeof markerIdColumns;

const markerStatements = (table: MarkerTable) => {
  const key = markerIdColumns[table];
  const name = table.replaceAll('_', '-');
  return {
    end: statement(
      `find-${name}-batch-end`,
      `SELECT ${key} AS id FROM ${table} WHERE post_id = $1 AND ${key} > $2 ORDER BY ${key} LIMIT 1 OFFSET ${batch - 1}`,
    ),
    remove: statement(
      `delete-${name}-batch`,
      `DELETE FROM ${table} WHERE post_id = $1 AND ${key} > $2 AND ${key} <= $3`,
    ),
    look: statement(
      `look-for-${name}-batch`,
      `SELECT 1 FROM ${table} WHERE post_id = $1 AND ${key} > $2 AND ${key} <= $3 LIMIT 1`,
    ),
    removeRest: statement(`delete-${name}-rest`, `DELETE FROM ${table} WHERE post_id = $1 AND ${key} > $2`),
  };
};
const byTable = {
  likes: markerStatements('likes'),
  reposts: markerStatements('reposts'),
  poll_votes: markerStatements('poll_votes'),
  comments: markerStatements('comments'),
};

/** Removes up to 1,000 rows. @returns the last id removed; null when none are left */
export async function deleteMarkers(
  db: Database,
  table: MarkerTable,
  postId: string,
  after: string,
): Promise<string | null> {
  const { end, remove, look, removeRest } = byTable[table];
  const [last] = await db.run<{ id: string }>(end, [postId, after]);
  if (!last) {
    await db.run(removeRest, [postId, after]);
    return null;
  }
  await db.run(remove, [postId, after, last.id]);
  // Reading the dead rows marks their index entries as dead. Otherwise the deletion of the post's own row
  // would visit all of them again.
  await db.run(look, [postId, after, last.id]);
  return last.id;
}

const commentLikesEnd = statement(
  'find-comment-likes-batch-end',
  `SELECT comment_id, uid FROM comment_likes WHERE post_id = $1 AND (comment_id, uid) > ($2, $3)
   ORDER BY comment_id, uid LIMIT 1 OFFSET ${batch - 1}`,
);
const removeCommentLikes = statement(
  'delete-comment-likes-batch',
  `DELETE FROM comment_likes
   WHERE post_id = $1 AND (comment_id, uid) > ($2, $3) AND (comment_id, uid) <= ($4, $5)`,
);
const lookForCommentLikes = statement(
  'look-for-comment-likes-batch',
  `SELECT 1 FROM comment_likes
   WHERE post_id = $1 AND (comment_id, uid) > ($2, $3) AND (comment_id, uid) <= ($4, $5) LIMIT 1`,
);
const removeLastCommentLikes = statement(
  'delete-comment-likes-rest',
  'DELETE FROM comment_likes WHERE post_id = $1 AND (comment_id, uid) > ($2, $3)',
);

/** `after`: a comment's id, or that and a user's, separated by a space. */
export async function deleteCommentMarkers(
  db: Database,
  postId: string,
  after: string,
): Promise<string | null> {
  const [comment = firstId, uid = firstId] = after.split(' ');
  const [last] = await db.run<{ comment_id: string; uid: string }>(commentLikesEnd, [postId, comment, uid]);
  if (!last) {
    await db.run(removeLastCommentLikes, [postId, comment, uid]);
    return null;
  }
  const range = [postId, comment, uid, last.comment_id, last.uid];
  await db.run(removeCommentLikes, range);
  await db.run(lookForCommentLikes, range);
  return `${last.comment_id} ${last.uid}`;
}

const removePost = statement('delete-post', 'DELETE FROM posts WHERE id = $1');
const forget = statement('delete-removed-post', 'DELETE FROM removed_posts WHERE post_id = $1');

/** Call it when the marks are removed. Marks that were added in a race are deleted by the cascade. */
export async function deletePostRow(tx: Database, postId: string): Promise<void> {
  await tx.run(removePost, [postId]);
  await tx.run(forget, [postId]);
}

export type RemovedPost = { postId: string; ownerUid: string };

const find = statement(
  'find-removed-posts',
  `SELECT post_id AS "postId", owner_uid AS "ownerUid" FROM removed_posts WHERE removed_at < $1 AND post_id > $2
   ORDER BY post_id LIMIT ${batch}`,
);

export async function* findRemovedPosts(db: Database, before: Date): AsyncGenerator<RemovedPost> {
  const pages = readPages(
    (after) => db.run<RemovedPost>(find, [before, after]),
    ({ postId }) => postId,
    { first: firstId, size: batch },
  );
  for await (const posts of pages) yield* posts;
}
