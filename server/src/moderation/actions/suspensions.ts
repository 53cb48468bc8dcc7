import { Problem } from '../../../../contract/src/problem.ts';
import { deletePasswordTokens, findAccount } from '../../accounts/store/accounts.ts';
import { userTarget, writeAudit } from '../../audit/actions/audit.ts';
import { isId, lastId } from '../../kernel/ids.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import {
  findUsers,
  findVisibleUids,
  lockUsers,
  setSuspended,
  type UserRow,
} from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findUserPostIds } from '../../posts/store/post-lists.ts';
import { type ActingAdmin, suspensionBar } from '../../sessions/store/admins.ts';
import { deleteSessions } from '../../sessions/store/sessions.ts';

const bars = {
  self: 'No podés suspender tu propia cuenta.',
  official: 'La cuenta oficial no se puede suspender.',
  'super-admin': 'La cuenta de la administración no se puede suspender.',
};

/** Null when the user can be suspended. */
export async function findSuspensionBar(
  db: Database,
  user: UserRow,
  by: ActingAdmin,
): Promise<keyof typeof bars | null> {
  return suspensionBar(user, await findAccount(db, user.uid), by);
}

/**
 * A suspension ends all sessions and password links. The views hide the user's content while it lasts.
 * Idempotent. @throws Problem `unauthenticated` when the admin was suspended meanwhile
 */
export async function setUserSuspended(
  { db, transaction }: Writes,
  by: ActingAdmin,
  { targetUid, suspended }: { targetUid: string; suspended: boolean },
): Promise<void> {
  const [user] = isId(targetUid) ? await findUsers(db, [targetUid]) : [];
  if (!user) throw new Problem('not-found', 'Usuario no encontrado.');
  const bar = await findSuspensionBar(db, user, by);
  if (bar !== null) throw new Problem('failed-precondition', bars[bar]);
  await transaction(async (tx) => {
    await lockBoth(tx, by, targetUid);
    if (!(await setSuspended(tx, targetUid, { suspended, at: tx.at }))) return;
    // Also on reactivation: sessions and links created in a race with the suspension must not revive.
    await deleteSessions(tx, targetUid);
    await deletePasswordTokens(tx, targetUid);
    await addJob(tx, 'index-account-topics', { uid: targetUid });
    await writeAudit(tx, tx.at, {
      actor: by,
      action: suspended ? 'user-suspended' : 'user-reactivated',
      target: userTarget(user),
    });
    if (suspended) {
      const postIds = await findUserPostIds(tx, targetUid, lastId);
      tx.fact({ type: 'account-hidden', uid: targetUid, postIds });
    } else tx.fact({ type: 'account-shown', uid: targetUid });
    tx.fact({ type: 'sessions-ended', uid: targetUid });
  });
}

// Of two admins who suspend each other at once, the second waits here and finds itself suspended.
async function lockBoth(tx: Database, { uid: adminUid }: ActingAdmin, targetUid: string): Promise<void> {
  if (adminUid === null) return;
  await lockUsers(tx, [adminUid, targetUid]);
  if (!(await findVisibleUids(tx, [adminUid])).has(adminUid)) throw new Problem('unauthenticated');
}
