import type { CounterState } from '../../kernel/facts.ts';
import { firstId } from '../../kernel/ids.ts';
import { columnsOf } from '../../kernel/store/columns.ts';
import { postExists } from '../../kernel/store/post-exists.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';
import { counterColumns } from './counters.ts';

/** A deleted comment has no author and no text; it is read only while it has replies. */
export type CommentRow = {
  id: string;
  post_id: string;
  uid: string;
  text: string;
  created_at: Date;
  updated_at: Date;
  /** Of a reply: the answered comment, its author (null once it is deleted), and the root. */
  reply_to: string | null;
  reply_to_uid: string | null;
  root_id: string | null;
  likes: number;
  deleted_at: Date | null;
};

// $1 is the post: with it Citus sees one shard in all of the statement.
const columns = `c.id, c.post_id, c.uid, c.text, c.created_at, c.updated_at, c.reply_to, c.root_id, c.likes, c.deleted_at,
  CASE WHEN c.reply_to IS NOT NULL THEN (
    SELECT r.uid FROM comments r WHERE r.post_id = $1 AND r.id = c.reply_to AND r.deleted_at IS NULL
  ) END AS reply_to_uid`;
const listedCondition = `(c.deleted_at IS NULL OR EXISTS (
    SELECT 1 FROM comments r WHERE r.post_id = $1 AND r.root_id = c.id AND r.deleted_at IS NULL))`;

export const commentsAtOnce = 64;

// One statement writes comments and counter.
const insert = statement(
  'insert-comments',
  `WITH written AS (
     INSERT INTO comments (post_id, id, uid, text, created_at, updated_at, reply_to, root_id)
     SELECT $1, id, uid, text, $2, $2, reply_to, root_id
     FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::uuid[]) AS new (id, uid, text, reply_to, root_id)
     ON CONFLICT DO NOTHING RETURNING id
   )
   UPDATE post_counters SET comments = comments + (SELECT count(*)::int FROM written), revision = revision + 1
   WHERE post_id = $1 RETURNING ${counterColumns}`,
);

export async function insertComments(
  db: Database,
  postId: string,
  comments: readonly CommentRow[],
): Promise<CounterState | null> {
  const column = columnsOf(comments);
  const rows = [column('id'), column('uid'), column('text'), column('reply_to'), column('root_id')];
  return (await db.run<CounterState>(insert, [postId, comments[0]?.created_at, ...rows]))[0] ?? null;
}

const list = statement(
  'find-comments',
  `SELECT ${columns}, (SELECT p.comments FROM post_counters p WHERE p.post_id = $1) AS total
   FROM comments c WHERE c.post_id = $1 AND c.id > $2 AND ${listedCondition} ORDER BY c.id LIMIT 201`,
);

/**
 * `total` counts all comments of the post. The page is one row longer than a page of the app, to see whether
 * more follow.
 */
export function findComments(
  db: Database,
  postId: string,
  after: string,
): Promise<(CommentRow & { total: number })[]> {
  return db.run<CommentRow & { total: number }>(list, [postId, after]);
}

const findOne = statement(
  'find-comment',
  `SELECT ${columns} FROM comments c
   WHERE c.post_id = $1 AND c.id = $2 AND c.deleted_at IS NULL AND ${postExists('c.post_id')}`,
);

export async function findComment(db: Database, postId: string, id: string): Promise<CommentRow | null> {
  return (await db.run<CommentRow>(findOne, [postId, id]))[0] ?? null;
}

const ofUser = statement(
  'find-comments-of-user-on-post',
  `SELECT ${columns} FROM comments c WHERE c.post_id = $1 AND c.uid = $2 AND c.id > $1 AND c.deleted_at IS NULL
   ORDER BY c.id DESC LIMIT 50`,
);

/** The user's 50 newest comments on the post. */
export function findCommentsOfUser(db: Database, postId: string, uid: string): Promise<CommentRow[]> {
  return db.run<CommentRow>(ofUser, [postId, uid]);
}

const findAnswered = statement(
  'find-answered-comment',
  'SELECT uid, root_id, deleted_at FROM comments WHERE post_id = $1 AND id = $2',
);

/** The result may be a deleted comment. */
export async function findAnsweredComment(
  db: Database,
  postId: string,
  id: string,
): Promise<Pick<CommentRow, 'uid' | 'root_id' | 'deleted_at'> | null> {
  return (
    (await db.run<Pick<CommentRow, 'uid' | 'root_id' | 'deleted_at'>>(findAnswered, [postId, id]))[0] ?? null
  );
}

const replies = 200;

const thread = statement(
  'find-comment-thread',
  `SELECT ${columns} FROM comments c WHERE c.post_id = $1 AND c.id IN ($2, $3) AND ${listedCondition}
   UNION (SELECT ${columns} FROM comments c
     WHERE c.post_id = $1 AND c.root_id = $2 AND c.deleted_at IS NULL ORDER BY c.id LIMIT ${replies})
   ORDER BY id`,
);

/** The root, its first 200 replies and the reply `id`, oldest first. */
export function findThread(
  db: Database,
  postId: string,
  { rootId, id }: { rootId: string; id: string },
): Promise<CommentRow[]> {
  return db.run<CommentRow>(thread, [postId, rootId, id]);
}

// A job removes the rest: the counters of the post are locked meanwhile.
const likesAtOnce = 32;

const lock = statement(
  'lock-comment',
  'SELECT 1 FROM comments WHERE post_id = $1 AND id = $2 FOR NO KEY UPDATE',
);
const sweptAtOnce = 100;

// The nil author hides the comment from a version of the program that does not know `deleted_at`. Swept rows
// are older than any transaction that could still add a reply. When all that are looked at fill the limit,
// those that stay are looked at a day later again, so that the next deletion comes to others. The range and
// ORDER BY make the planner use the index of replies for each of them, and IS TRUE keeps it from that of emptied
// comments.
const remove = statement(
  'delete-comment',
  `WITH gone AS (
     UPDATE comments SET uid = '${firstId}', text = '-', likes = 0, updated_at = $3, deleted_at = $3
     WHERE post_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id
   ), unliked AS (
     DELETE FROM comment_likes WHERE post_id = $1 AND comment_id = $2 AND uid = ANY (ARRAY(
       SELECT uid FROM comment_likes WHERE post_id = $1 AND comment_id = $2 ORDER BY uid LIMIT ${likesAtOnce}
     )) RETURNING uid
   ), old AS MATERIALIZED (
     SELECT c.id, reply.id IS NOT NULL AS stays FROM comments c LEFT JOIN LATERAL (
       SELECT r.id FROM comments r WHERE r.post_id = $1 AND r.root_id >= c.id AND r.root_id <= c.id
         AND (r.deleted_at IS NULL OR r.deleted_at >= $4)
       ORDER BY r.root_id LIMIT 1
     ) AS reply ON true
     WHERE c.post_id = $1 AND c.deleted_at < $4 ORDER BY c.deleted_at LIMIT ${sweptAtOnce}
   ), swept AS (
     DELETE FROM comments WHERE post_id = $1 AND id = ANY (ARRAY(SELECT id FROM old WHERE NOT stays))
   ), postponed AS (
     UPDATE comments SET deleted_at = $3
     WHERE post_id = $1 AND (deleted_at < $4) IS TRUE AND id = ANY (ARRAY(
       SELECT id FROM old WHERE stays AND (SELECT count(*) FROM old) = ${sweptAtOnce}))
   )
   UPDATE post_counters SET comments = comments - (SELECT count(*)::int FROM gone), revision = revision + 1
   WHERE post_id = $1 RETURNING ${counterColumns}, (SELECT count(*)::int FROM gone) AS removed,
     (SELECT count(*)::int FROM unliked) AS unliked`,
);

const emptiedRowMs = 24 * 3_600_000;

/**
 * Deletes a comment with up to 32 of its likes; its row stays, emptied, for the replies. Also looks at up to
 * 100 emptied rows of the post, and removes those under which nothing was written or deleted for a day. Call it
 * inside a transaction.
 * @returns the new counters, null when the post does not exist, whether the comment was still there, and
 * whether it may have more likes
 */
export async function deleteComment(
  tx: Database,
  postId: string,
  id: string,
  at: Date,
): Promise<{ counters: CounterState | null; existed: boolean; hasMoreLikes: boolean }> {
  const sweptBefore = new Date(at.getTime() - emptiedRowMs);
  // A separate statement sees the likes that were committed while the first one waited for the lock.
  const [, [row]] = await Promise.all([
    tx.run(lock, [postId, id]),
    tx.run<CounterState & { removed: number; unliked: number }>(remove, [postId, id, at, sweptBefore]),
  ]);
  if (!row) return { counters: null, existed: false, hasMoreLikes: false };
  const { removed, unliked, ...counters } = row;
  return { counters, existed: removed > 0, hasMoreLikes: unliked === likesAtOnce };
}
