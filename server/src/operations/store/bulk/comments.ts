import { columnsOf } from '../../../kernel/store/columns.ts';
import { type Database, statement } from '../../../platform/postgres/database.ts';

const comments = statement(
  'insert-many-comments',
  `INSERT INTO comments (post_id, id, uid, text, created_at, updated_at, reply_to, root_id, likes)
   SELECT post_id, id, uid, text, at, at, reply_to, root_id, likes
   FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::uuid[], $7::uuid[], $8::int[])
     AS t (post_id, id, uid, text, at, reply_to, root_id, likes)`,
);

/** `likes` is the count. `replyTo` and `rootId` are set for a reply. */
export type BulkComment = {
  postId: string;
  id: string;
  uid: string;
  text: string;
  at: Date;
  replyTo: string | null;
  rootId: string | null;
  likes: number;
};

export async function insertManyComments(db: Database, rows: readonly BulkComment[]): Promise<void> {
  const column = columnsOf(rows);
  const fields = [column('postId'), column('id'), column('uid'), column('text'), column('at')];
  await db.run(comments, [...fields, column('replyTo'), column('rootId'), column('likes')]);
}

const commentLikes = statement(
  'insert-many-comment-likes',
  `INSERT INTO comment_likes (post_id, comment_id, uid, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[])`,
);

export type BulkCommentLike = { postId: string; commentId: string; uid: string; at: Date };

export async function insertManyCommentLikes(db: Database, rows: readonly BulkCommentLike[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(commentLikes, [column('postId'), column('commentId'), column('uid'), column('at')]);
}
