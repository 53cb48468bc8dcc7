import type { Bus } from '../platform/bus.ts';
import type { Pool } from '../platform/database.ts';
import { countFollowsOf } from '../store/follows.ts';
import type { JobPayloads } from '../store/jobs.ts';
import { setFollowersCount } from '../store/users.ts';

/** Sets the follower count of the official account, which nobody's follow moves at once. */
export async function countOfficialFollowers(
  { db, bus }: { db: Pool; bus: Bus },
  { uid }: JobPayloads['count-official-followers'],
): Promise<void> {
  await setFollowersCount(db, uid, await countFollowsOf(db, uid));
  bus.emit('profile-changed', { uids: [uid] });
}
