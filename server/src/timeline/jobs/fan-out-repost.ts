import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers } from '../../people/store/users.ts';
import { lockRepost } from '../../posts/store/reposts.ts';
import { deleteFromTimelines, insertOnTimelines } from '../store/timeline.ts';
import { forFollowers } from './for-followers.ts';

/** Brings a reposted post to the followers of who reposted it. A repost that was taken back meanwhile ends it. */
export async function fanOutRepost(
  writes: Writes,
  { postId, uid, entryId, authorUid }: JobPayloads['fan-out-repost'],
): Promise<void> {
  const [owner] = await findUsers(writes.db, [uid]);
  if (!owner || owner.merged_at_read) return;
  await forFollowers(writes, uid, async (tx, readerUids) => {
    // Who takes it back waits for this page, and the job that clears the timelines comes after.
    if (!(await lockRepost(tx, { postId, uid, entryId }))) return false;
    await insertOnTimelines(tx, { entryId, postId, authorUid, reposterUid: uid }, readerUids);
    return true;
  });
}

/** Takes a repost off the timelines of the followers again. */
export async function removeRepost(
  writes: Writes,
  { uid, entryId }: JobPayloads['remove-repost'],
): Promise<void> {
  await forFollowers(writes, uid, async (tx, readerUids) => {
    await deleteFromTimelines(tx, readerUids, entryId);
    return true;
  });
}
