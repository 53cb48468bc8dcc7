import { firstId } from '../../kernel/ids.ts';
import { addJob, type JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { deleteNotificationsOf } from '../../notifications/store/notifications.ts';
import { removalKey } from '../../posts/actions/posts.ts';
import {
  deleteMarkers,
  deletePostRow,
  hideAgain,
  type MarkerTable,
  type RemovedPost,
} from '../../posts/store/removed-posts.ts';
import { deleteUserRepost, findUserRepostsOf, repostsOfPost } from '../../posts/store/reposts.ts';
import { deleteSavesOf } from '../../posts/store/saves.ts';
import { deleteFromTimelines } from '../store/timeline.ts';
import { removeRepost } from './fan-out-repost.ts';
import { forFollowers } from './for-followers.ts';

/** Removes some of what a post leaves, after a place. @returns where to go on; null when nothing is left of it */
type Step = (writes: Writes, post: RemovedPost, after: string) => Promise<string | null>;

/** How long one run takes at most, save for the walk over the followers: the next one goes on. */
const runMs = 2_000;

// The reposts go before what they brought to the timelines: a fan-out that is under way ends without them. What the
// lists of others still pass over comes early.
const steps: readonly { name: string; remove: Step }[] = [
  { name: 'reposts', remove: markersIn('reposts') },
  { name: 'notifications', remove: removeNotifications },
  { name: 'saves', remove: removeSaves },
  { name: 'likes', remove: markersIn('likes') },
  { name: 'votes', remove: markersIn('poll_votes') },
  { name: 'comments', remove: markersIn('comments') },
  { name: 'reposters', remove: removeUserReposts },
  { name: 'timelines', remove: removeFromTimelines },
];

/**
 * Removes everything that a deleted post leaves, in batches, and its own row last. Every read leaves the post out
 * already. Run again after whatever ended a run before, it goes on.
 */
export async function removePost(
  writes: Writes,
  { postId, ownerUid, from }: JobPayloads['remove-post'],
): Promise<void> {
  const { db, transaction } = writes;
  const post = { postId, ownerUid };
  const end = performance.now() + runMs;
  await hideAgain(db, postId);
  const first = Math.max(
    0,
    steps.findIndex(({ name }) => name === from?.step),
  );
  for (const { name, remove } of steps.slice(first)) {
    let after: string | null = name === from?.step ? from.after : firstId;
    while ((after = await remove(writes, post, after)) !== null) {
      if (performance.now() <= end) continue;
      const rest = { ...post, from: { step: name, after } };
      await addJob(db, 'remove-post', rest, { key: removalKey(postId) });
      return;
    }
  }
  await transaction((tx) => deletePostRow(tx, postId));
}

function markersIn(table: MarkerTable): Step {
  return ({ db }, { postId }, after) => deleteMarkers(db, table, postId, after);
}

async function removeNotifications({ statement }: Writes, { postId }: RemovedPost): Promise<string | null> {
  return statement(async (db) => {
    const { uids, isRest } = await deleteNotificationsOf(db, postId);
    if (uids.length > 0) db.fact({ type: 'notifications-changed', uids });
    return isRest ? null : firstId;
  });
}

async function removeSaves({ statement }: Writes, { postId }: RemovedPost): Promise<string | null> {
  return statement(async (db) => {
    const { uids, isRest } = await deleteSavesOf(db, postId);
    for (const uid of uids) db.fact({ type: 'post-saved', postId, uid, saved: false });
    return isRest ? null : firstId;
  });
}

async function removeUserReposts(
  writes: Writes,
  { postId }: RemovedPost,
  after: string,
): Promise<string | null> {
  const reposts = await findUserRepostsOf(writes.db, postId, after);
  for (const repost of reposts) {
    await removeRepost(writes, repost);
    // The last of its traces: a run that ended before it takes this repost again.
    await deleteUserRepost(writes.db, repost.uid, repost.entryId);
  }
  return reposts.length < repostsOfPost ? null : (reposts.at(-1)?.uid ?? null);
}

async function removeFromTimelines(writes: Writes, { postId, ownerUid }: RemovedPost): Promise<null> {
  await forFollowers(writes, ownerUid, async (tx, readerUids) => {
    await deleteFromTimelines(tx, readerUids, postId);
    return true;
  });
  return null;
}
