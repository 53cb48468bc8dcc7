import { type Actor, userTarget, writeAudit } from '../../audit/actions/audit.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import { setTotal } from '../../kernel/store/totals.ts';
import type { Writes } from '../../kernel/writes.ts';
import { countFollowsOf, deleteReverseEdges, insertReverseEdges } from '../../people/store/follows.ts';
import {
  findOfficialUids,
  findUsers,
  lockOfficials,
  lockUsers,
  setFollowersCount,
  updateOfficial,
  type UserRow,
} from '../../people/store/users.ts';

/**
 * The new official account loses its follower rows, and the former one gets its own back.
 * @returns false when the user already is the official account
 */
export function makeOfficial({ transaction }: Writes, by: Actor, user: UserRow): Promise<boolean> {
  const { uid } = user;
  return transaction(async (tx) => {
    await lockOfficials(tx);
    // Several if two commands ran at once before there was a lock.
    const officials = await findOfficialUids(tx);
    if (officials.length === 1 && officials[0] === uid) return false;
    const formers = officials.filter((official) => official !== uid);
    const uids = [uid, ...formers];
    await lockUsers(tx, uids);
    for (const former of formers) {
      await updateOfficial(tx, former, false);
      await insertReverseEdges(tx, former);
      await setFollowersCount(tx, former, await countFollowsOf(tx, former));
    }
    const [current] = await findUsers(tx, [uid]);
    await setTotal(tx, 'official-followers', current?.followers_count ?? 0);
    await updateOfficial(tx, uid, true);
    await deleteReverseEdges(tx, uid);
    await addJob(tx, 'count-official-followers', { uid });
    await writeAudit(tx, tx.at, { actor: by, action: 'official-changed', target: userTarget(user) });
    for (const changedUid of uids) tx.fact({ type: 'merged-authors-changed', uid: changedUid });
    return true;
  });
}
