import type { JobPayloads } from '../../kernel/store/jobs.ts';
import { readTotals } from '../../kernel/store/totals.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers, lockUser, setFollowersCount } from '../../people/store/users.ts';

/** Follows add to a total: a single row would be locked by every sign-up. */
export async function countOfficialFollowers(
  { transaction }: Writes,
  { uid }: JobPayloads['count-official-followers'],
): Promise<void> {
  await transaction(async (tx) => {
    await lockUser(tx, uid);
    // The official account may have changed: the total counts the followers of the current one.
    const [user] = await findUsers(tx, [uid]);
    if (!user?.official) return;
    const { 'official-followers': followers } = await readTotals(tx, 'official-followers');
    await setFollowersCount(tx, uid, Math.max(0, followers));
    tx.fact({ type: 'profile-changed', uids: [uid] });
  });
}
