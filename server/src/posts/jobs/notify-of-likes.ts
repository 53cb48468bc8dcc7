import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { waitForReactions } from '../actions/late-rows.ts';
import { likeDrafts } from '../actions/reactions.ts';
import { findLikers } from '../store/reactions.ts';

/** Of likes that were too many to be notified of in their own transaction. A repeated run is safe. */
export async function notifyOfLikes(
  writes: Writes,
  { postId, uids }: JobPayloads['notify-of-likes'],
): Promise<void> {
  if (await writes.isDistributed()) await waitForReactions(writes, postId);
  await writes.transaction(async (tx) => {
    const likers = await findLikers(tx, postId, uids);
    if (likers !== null) tx.notify(...likeDrafts(likers.ownerUid, { postId, uids: likers.uids }));
  });
}
