import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers } from '../../people/store/users.ts';
import { lockRepost } from '../../posts/store/reposts.ts';
import { deleteFromTimelines, insertOnTimelines } from '../store/timeline.ts';
import { forFollowers } from './for-followers.ts';

/** The fan-out stops when the repost is undone meanwhile. */
export async function fanOutRepost(
  writes: Writes,
  { postId, uid, entryId, authorUid }: JobPayloads['fan-out-repost'],
): Promise<void> {
  const [owner] = await findUsers(writes.db, [uid]);
  if (!owner || owner.merged_at_read) return;
  await forFollowers(writes, [uid], async (tx, [page]) => {
    // `unrepostPost` waits for this page's lock, and enqueues the clean-up of the timelines after it.
    if (!(await lockRepost(tx, { postId, uid, entryId }))) return false;
    await insertOnTimelines(tx, { entryId, postId, authorUid, reposterUid: uid }, page?.readerUids ?? []);
    return true;
  });
}

export async function removeRepost(
  writes: Writes,
  { uid, entryId }: JobPayloads['remove-repost'],
): Promise<void> {
  await forFollowers(writes, [uid], async (tx, [page]) => {
    await deleteFromTimelines(tx, page?.readerUids ?? [], entryId);
    return true;
  });
}
