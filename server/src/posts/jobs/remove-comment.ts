import { removalBatch } from '../../kernel/store/batches.ts';
import { addJob, type JobPayloads, resumeJob } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { deleteNotificationsOfComment } from '../../notifications/store/notifications.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { commentRemovalKey, renewNotifications } from '../actions/comment-removal.ts';
import {
  deleteLikesOfComment,
  findRemovedComments,
  forgetRemovedComment,
} from '../store/removed-comments.ts';

/** After this time a run enqueues the next one. */
const runMs = 2_000;

/** Removes the likes of a deleted comment and the notifications about it, which are hidden. Idempotent. */
export async function removeComment(writes: Writes, payload: JobPayloads['remove-comment']): Promise<void> {
  const end = performance.now() + runMs;
  while ((await removeNotifications(writes, payload)) || (await removeLikes(writes, payload))) {
    if (performance.now() <= end) continue;
    await addJob(writes.db, 'remove-comment', payload, { key: commentRemovalKey(payload) });
    return;
  }
  await forgetRemovedComment(writes.db, payload.commentId);
}

/** @returns whether there may be more */
function removeNotifications(
  { transaction }: Writes,
  { postId, commentId, byAuthor }: JobPayloads['remove-comment'],
): Promise<boolean> {
  return transaction(async (tx) => {
    const { deleted, hasMore } = await deleteNotificationsOfComment(tx, commentId, { isJob: true });
    if (deleted.length === 0) return false;
    tx.fact({ type: 'notifications-changed', uids: [...new Set(deleted.map(({ uid }) => uid))] });
    if (byAuthor) await renewNotifications(tx, { postId, commentId, ...byAuthor }, deleted);
    return hasMore;
  });
}

async function removeLikes({ db }: Writes, comment: JobPayloads['remove-comment']): Promise<boolean> {
  return (await deleteLikesOfComment(db, comment)) === removalBatch;
}

/** Of comments whose job was lost or given up. */
export async function resumeCommentRemovals(db: Database, before: Date): Promise<void> {
  for await (const comment of findRemovedComments(db, before)) {
    const key = commentRemovalKey(comment);
    if (!(await resumeJob(db, key))) await addJob(db, 'remove-comment', comment, { key });
  }
}
