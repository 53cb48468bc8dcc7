import { newId } from '../src/kernel/ids.ts';
import type { Pool } from '../src/platform/postgres/database.ts';

type Comments = { postId: string; uid: string; count: number };

/** In one statement: more comments than calls could write in a test. No cache is told of them. */
export async function insertComments(db: Pool, { postId, uid, count }: Comments): Promise<void> {
  await db.raw.query(
    `WITH added AS (
       INSERT INTO comments (post_id, id, uid, text, created_at, updated_at)
       SELECT $1, id, $2, 'sigo', now(), now() FROM unnest($3::uuid[]) AS id RETURNING 1
     ) UPDATE post_counters SET comments = comments + (SELECT count(*) FROM added) WHERE post_id = $1`,
    [postId, uid, Array.from({ length: count }, () => newId(new Date()))],
  );
}
