import type { CounterState } from '../../kernel/facts.ts';
import { postExists } from '../../kernel/store/post-exists.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';
import { counterColumns } from './counters.ts';

export type CommentRow = {
  id: string;
  post_id: string;
  uid: string;
  text: string;
  created_at: Date;
  updated_at: Date;
};

const columns = 'id, post_id, uid, text, created_at, updated_at';

const insert = statement(
  'insert-comment',
  `WITH written AS (
     INSERT INTO comments (post_id, id, uid, text, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)
   )
   UPDATE post_counters SET comments = comments + 1, revision = revision + 1
   WHERE post_id = $1 RETURNING ${counterColumns}`,
);

/** Inserts and counts a comment. @returns the new counters, or null when the post does not exist */
export async function insertComment(
  db: Database,
  comment: { id: string; postId: string; uid: string; text: string; at: Date },
): Promise<CounterState | null> {
  const { postId, id, uid, text, at } = comment;
  return (await db.run<CounterState>(insert, [postId, id, uid, text, at]))[0] ?? null;
}

const list = statement(
  'find-comments',
  `SELECT ${columns} FROM comments WHERE post_id = $1 AND id > $2 ORDER BY id LIMIT 201`,
);

/** Up to 201 comments of a post after an id, oldest first: one more than a page, to see whether more follow. */
export function findComments(db: Database, postId: string, after: string): Promise<CommentRow[]> {
  return db.run<CommentRow>(list, [postId, after]);
}

const findOne = statement(
  'find-comment',
  `SELECT ${columns} FROM comments WHERE id = $1 AND post_id = $2 AND ${postExists('comments.post_id')}`,
);

export async function findComment(db: Database, postId: string, id: string): Promise<CommentRow | null> {
  return (await db.run<CommentRow>(findOne, [id, postId]))[0] ?? null;
}

const remove = statement(
  'delete-comment',
  `WITH gone AS (DELETE FROM comments WHERE post_id = $1 AND id = $2 RETURNING id)
   UPDATE post_counters SET comments = comments - (SELECT count(*)::int FROM gone), revision = revision + 1
   WHERE post_id = $1 RETURNING ${counterColumns}`,
);

/** Deletes a comment and uncounts it. @returns the new counters, or null when the post does not exist */
export async function deleteComment(db: Database, postId: string, id: string): Promise<CounterState | null> {
  return (await db.run<CounterState>(remove, [postId, id]))[0] ?? null;
}
