import type { PollKey } from '../../../../../contract/src/calls/shapes.ts';
import { columnsOf } from '../../../kernel/store/columns.ts';
import { type Database, statement } from '../../../platform/postgres/database.ts';

const votes = statement(
  'insert-many-votes',
  `INSERT INTO poll_votes (post_id, uid, option_id, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) ON CONFLICT DO NOTHING`,
);

export type BulkVote = { postId: string; uid: string; option: PollKey; at: Date };

export async function insertManyVotes(db: Database, rows: readonly BulkVote[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(votes, [column('postId'), column('uid'), column('option'), column('at')]);
}

const saves = statement(
  'insert-many-saves',
  `INSERT INTO saves (post_id, uid, created_at) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[])
   ON CONFLICT DO NOTHING`,
);

export async function insertManySaves(db: Database, rows: readonly BulkLike[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(saves, [column('postId'), column('uid'), column('at')]);
}

const likes = statement(
  'insert-many-likes',
  `INSERT INTO likes (post_id, uid, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) ON CONFLICT DO NOTHING`,
);

export type BulkLike = { postId: string; uid: string; at: Date };

export async function insertManyLikes(db: Database, rows: readonly BulkLike[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(likes, [column('postId'), column('uid'), column('at')]);
}
