import type { Writes } from '../../kernel/writes.ts';
import { isForeignKeyViolation } from '../../platform/postgres/database.ts';
import { type CommentRow, findComment } from '../store/comments.ts';
import { lockCounters, waitForCounters } from '../store/counters.ts';
import { findExistingPosts } from '../store/posts.ts';

// Citus answers a commit before all workers have finished it. On a worker that crashes then, the rows stay
// invisible, but locked, until Citus has recovered them. Other rows of the transaction, such as its jobs and
// its idempotency key, are visible already.

/** Waits until those of the posts that are committed are visible. */
export async function waitForPosts({ db, transaction }: Writes, ids: readonly string[]): Promise<void> {
  const existing = await findExistingPosts(db, ids);
  for (const id of ids) {
    if (existing.has(id)) continue;
    try {
      await transaction((tx) => waitForCounters(tx, id));
    } catch (error) {
      // The post was deleted.
      if (!isForeignKeyViolation(error)) throw error;
    }
  }
}

/** Waits until all reactions to the post that are committed are visible. */
export async function waitForReactions({ transaction }: Writes, postId: string): Promise<void> {
  await transaction((tx) => lockCounters(tx, postId));
}

/** Waits until the comment is visible if it is committed. @returns null when it was deleted */
export async function findCommittedComment(
  { db, transaction }: Writes,
  postId: string,
  id: string,
): Promise<CommentRow | null> {
  const comment = await findComment(db, postId, id);
  if (comment) return comment;
  return transaction(async (tx) => {
    const counters = await lockCounters(tx, postId);
    // Caches may have been filled before the comment was visible.
    tx.fact({ type: 'post-commented', postId, counters });
    return findComment(tx, postId, id);
  });
}
