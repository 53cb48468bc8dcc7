import type { JobPayloads } from '../../kernel/store/jobs.ts';
import { readTotals } from '../../kernel/store/totals.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers, lockUser, setFollowersCount } from '../../people/store/users.ts';

/** Sets the follower count of the official account: a follow moves a total, not the one row that everybody would wait for. */
export async function countOfficialFollowers(
  { transaction }: Writes,
  { uid }: JobPayloads['count-official-followers'],
): Promise<void> {
  await transaction(async (tx) => {
    await lockUser(tx, uid);
    // Another account may be the official one by now, and the total is of its followers.
    const [user] = await findUsers(tx, [uid]);
    if (!user?.official) return;
    const { 'official-followers': followers } = await readTotals(tx, 'official-followers');
    await setFollowersCount(tx, uid, Math.max(0, followers));
    tx.fact({ type: 'profile-changed', uids: [uid] });
  });
}
