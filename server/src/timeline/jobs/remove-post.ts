import { deleteClubPost } from '../../clubs/store/club-posts.ts';
import { firstId } from '../../kernel/ids.ts';
import { addJob, type JobPayloads } from '../../kernel/store/jobs.ts';
import type { FactCollector, Writes } from '../../kernel/writes.ts';
import { deleteNotificationsOf } from '../../notifications/store/notifications.ts';
import { removalKey } from '../../posts/actions/posts.ts';
import {
  deleteCommentMarkers,
  deleteMarkers,
  deletePostRow,
  hideAgain,
  type MarkerTable,
  type RemovedPost,
} from '../../posts/store/removed-posts.ts';
import { deleteUserRepost, findUserRepostsOf, repostsOfPost } from '../../posts/store/reposts.ts';
import { deleteSavesOf } from '../../posts/store/saves.ts';
import { indexTopics } from '../../topics/actions/index-topics.ts';
import { deleteFromTimelines, lockAgainstFanOut } from '../store/timeline.ts';
import { removeRepost } from './fan-out-repost.ts';
import { forFollowers } from './for-followers.ts';

/** @returns where to continue; null when none are left */
type Step = (writes: Writes, post: RemovedPost, after: string) => Promise<string | null>;

/** A run takes this long, plus at most a page of followers; then it enqueues the next run. */
const runMs = 2_000;

// Topics first: their counts reveal the post. Then reposts, so that a fan-out in progress stops before the
// timelines are cleared. Rows that other users' lists must skip (notifications, saves) come early.
const steps: readonly { name: string; remove: Step }[] = [
  { name: 'topics', remove: removeFromTopics },
  { name: 'reposts', remove: markersIn('reposts') },
  { name: 'notifications', remove: removeNotifications },
  { name: 'saves', remove: removeSaves },
  { name: 'likes', remove: markersIn('likes') },
  { name: 'votes', remove: markersIn('poll_votes') },
  { name: 'comment-likes', remove: removeCommentLikes },
  { name: 'comments', remove: markersIn('comments') },
  { name: 'reposters', remove: removeUserReposts },
  { name: 'timelines', remove: removeFromTimelines },
];

/** The post's own row goes last, and reads already leave the post out. A run after a failed one continues. */
export async function removePost(
  writes: Writes,
  { postId, ownerUid, club, from }: JobPayloads['remove-post'],
): Promise<void> {
  const { db, transaction } = writes;
  const post = { postId, ownerUid };
  const end = performance.now() + runMs;
  await hideAgain(db, postId);
  if (club !== undefined) await deleteClubPost(db, club, postId);
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
  await transaction(async (tx) => {
    await deletePostRow(tx, postId);
    // Likes that raced the removal have ended: they lock the row that is now deleted.
    let isRest = false;
    while (!isRest) isRest = await removeSomeNotifications(tx, postId);
  });
}

function markersIn(table: MarkerTable): Step {
  return ({ db }, { postId }, after) => deleteMarkers(db, table, postId, after);
}

function removeCommentLikes({ db }: Writes, { postId }: RemovedPost, after: string): Promise<string | null> {
  return deleteCommentMarkers(db, postId, after);
}

async function removeFromTopics(writes: Writes, { postId }: RemovedPost): Promise<null> {
  await indexTopics(writes, { postId });
  return null;
}

async function removeNotifications({ statement }: Writes, { postId }: RemovedPost): Promise<string | null> {
  return statement(async (db) => ((await removeSomeNotifications(db, postId)) ? null : firstId));
}

/** @returns whether none are left */
async function removeSomeNotifications(db: FactCollector, postId: string): Promise<boolean> {
  const { uids, isRest } = await deleteNotificationsOf(db, postId);
  if (uids.length > 0) db.fact({ type: 'notifications-changed', uids });
  return isRest;
}

async function removeSaves({ statement }: Writes, { postId }: RemovedPost): Promise<string | null> {
  return statement(async (db) => {
    const { uids, isLast } = await deleteSavesOf(db, postId);
    for (const uid of uids) db.fact({ type: 'post-saved', postId, uid, saved: false });
    return isLast ? null : firstId;
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
    // The repost is deleted last: if a run fails before this, the next one finds it again.
    await deleteUserRepost(writes.db, repost.uid, repost.entryId);
  }
  return reposts.length < repostsOfPost ? null : (reposts.at(-1)?.uid ?? null);
}

async function removeFromTimelines(writes: Writes, { postId, ownerUid }: RemovedPost): Promise<null> {
  const remove: Parameters<typeof forFollowers>[2] = async (tx, [page]) => {
    await deleteFromTimelines(tx, page?.readerUids ?? [], postId);
    return true;
  };
  // Fan-outs that saw the post may not have committed yet: neither the first one nor a job's pages.
  await writes.transaction((tx) => lockAgainstFanOut(tx, [ownerUid]));
  await forFollowers(writes, [ownerUid], remove, { waitsForOthers: true });
  return null;
}
