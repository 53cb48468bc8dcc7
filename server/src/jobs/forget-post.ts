import type { Bus } from '../platform/bus.ts';
import type { Pool } from '../platform/database.ts';
import type { JobPayloads } from '../store/jobs.ts';
import { deleteNotificationsOf } from '../store/notifications.ts';
import { deleteUserRepostsOf } from '../store/reposts.ts';
import { deleteSavesOf } from '../store/saves.ts';
import { deleteFromTimelines } from '../store/timeline.ts';
import { removeRepost } from './fan-out-repost.ts';
import { forFollowers } from './for-followers.ts';

/**
 * Takes a deleted post out of what belongs to other users: timelines, reposts, saved posts. Until then whatever still
 * names it only skips it.
 */
export async function forgetPost(
  parts: { db: Pool; bus: Bus },
  { postId, ownerUid }: JobPayloads['forget-post'],
): Promise<void> {
  await forFollowers(parts, ownerUid, async (tx, readerUids) => {
    await deleteFromTimelines(tx, readerUids, postId);
    return true;
  });
  for (const uid of await deleteNotificationsOf(parts.db, postId)) {
    parts.bus.emit('notifications-read', { uid });
  }
  for (const uid of await deleteSavesOf(parts.db, postId)) {
    parts.bus.emit('reaction-changed', { uid, postId, saved: false });
  }
  for (const repost of await deleteUserRepostsOf(parts.db, postId)) {
    await removeRepost(parts, repost);
    parts.bus.emit('reposts-changed', { uid: repost.uid });
  }
}
