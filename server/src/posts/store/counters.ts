import type { CounterState } from '../../kernel/facts.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

export const counterColumns =
  'likes, comments, reposts, impressions, votes_a, votes_b, votes_c, votes_d, revision';

const lock = statement(
  'lock-post-counters',
  `SELECT ${counterColumns} FROM post_counters WHERE post_id = $1 FOR NO KEY UPDATE`,
);

/** Waits for a transaction that counts for the post. The lock lasts until the transaction ends. */
export async function lockCounters(tx: Database, postId: string): Promise<CounterState | null> {
  return (await tx.run<CounterState>(lock, [postId]))[0] ?? null;
}

const insertAgain = statement(
  'insert-counters-again',
  'INSERT INTO post_counters (post_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING post_id',
);
const takeBack = statement('delete-counters-again', 'DELETE FROM post_counters WHERE post_id = $1');

/**
 * Waits for a transaction that has inserted the post: PostgreSQL waits before it inserts the same key again.
 * Leaves nothing behind. @throws a foreign key violation when there is no such post
 */
export async function waitForCounters(tx: Database, postId: string): Promise<void> {
  const isInserted = (await tx.run(insertAgain, [postId])).length === 1;
  // The post is deleted, but not yet its row.
  if (isInserted) await tx.run(takeBack, [postId]);
}
