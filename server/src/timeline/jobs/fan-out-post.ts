import { listClubPost } from '../../clubs/jobs/list-club-post.ts';
import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers } from '../../people/store/users.ts';
import { findPostOwner } from '../../posts/store/posts.ts';
import { indexTopics } from '../../topics/actions/index-topics.ts';
import { insertOnTimelines } from '../store/timeline.ts';
import { forFollowers } from './for-followers.ts';

type Payload = JobPayloads['fan-out-post'];

/** Lists a new post with its club and topics, and on the timelines of its author's followers. Safe to run again. */
export async function fanOutPost(
  writes: Writes,
  { postId, ownerUid, club, hasTopics = true }: Payload,
): Promise<void> {
  if (club !== undefined) await listClubPost(writes, { club, postId, ownerUid });
  if (hasTopics) await indexTopics(writes, { postId });
  const [owner] = await findUsers(writes.db, [ownerUid]);
  if (!owner || owner.merged_at_read) return;
  const entry = { entryId: postId, postId, authorUid: ownerUid, reposterUid: null };
  await forFollowers(writes, ownerUid, async (tx, readerUids) => {
    // The post may have been deleted since the last page.
    if ((await findPostOwner(tx, postId)) === null) return false;
    await insertOnTimelines(tx, entry, readerUids);
    return true;
  });
}
