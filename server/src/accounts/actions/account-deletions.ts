import { Problem } from '../../../../contract/src/problem.ts';
import {
  canBeDeleted,
  deletionDate,
  type SiteAccounts,
} from '../../../../contract/src/rules/account-deletion.ts';
import {
  isRecentlyAuthenticated,
  ownerAuthenticationMs,
} from '../../../../contract/src/rules/recent-sign-in.ts';
import type { Session } from '../../kernel/session.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { deleteDevicesOf, setLastPushToken } from '../../notifications/store/push-devices.ts';
import { findUsers } from '../../people/store/users.ts';
import { isPassword } from '../../platform/secrets/passwords.ts';
import { deleteSessions, findLastAuthentication } from '../../sessions/store/sessions.ts';
import { clearDeletion, markLeaving, setDeletion } from '../store/account-deletions.ts';
import { type AccountRow, deletePasswordTokens, findAccount } from '../store/accounts.ts';

/**
 * The handle and the e-mail address stay reserved until the deletion.
 * @returns the deletion date
 */
export async function deleteAccount(
  writes: Writes,
  session: Session,
  { uid, password, site }: { uid: string; password: string | undefined; site: SiteAccounts },
): Promise<Date> {
  const { db, now, transaction } = writes;
  if (uid !== session.uid) {
    throw new Problem('failed-precondition', 'Ingresaste con otra cuenta. Recargá la página.');
  }
  const account = await findAccount(db, uid);
  const [user] = await findUsers(db, [uid]);
  if (!account || !user || !canBeDeleted({ ...user, email: account.email_lower }, site)) {
    throw new Problem('permission-denied', 'Esta cuenta no se puede eliminar.');
  }
  await checkOwner(writes, session, account, password);
  const at = deletionDate(now());
  return transaction(async (tx) => {
    // The user before the account, as changes of a profile do: otherwise both would deadlock.
    await markLeaving(tx, uid, true);
    const deletionAt = await setDeletion(tx, uid, at);
    if (!deletionAt) throw new Problem('unauthenticated');
    await deleteSessions(tx, uid);
    await deletePasswordTokens(tx, uid);
    await deleteDevicesOf(tx, uid);
    await setLastPushToken(tx, uid, now());
    await addJob(tx, 'send-deletion-notice', { uid }, { key: `send-deletion-notice ${uid}` });
    await addJob(tx, 'index-account-topics', { uid });
    tx.fact({ type: 'account-hidden', uid, postIds: [] });
    tx.fact({ type: 'sessions-ended', uid });
    tx.fact({ type: 'devices-changed', uid });
    return deletionAt;
  });
}

export async function cancelDeletion(
  { transaction }: Writes,
  { uid, deletion_at: deletionAt }: Pick<AccountRow, 'uid' | 'deletion_at'>,
): Promise<boolean> {
  if (deletionAt === null) return false;
  return transaction(async (tx) => {
    if (!(await clearDeletion(tx, uid))) return false;
    await markLeaving(tx, uid, false);
    await addJob(tx, 'send-deletion-notice', { uid }, { key: `send-deletion-notice ${uid}` });
    await addJob(tx, 'index-account-topics', { uid });
    tx.fact({ type: 'account-shown', uid });
    return true;
  });
}

async function checkOwner(
  { db, now }: Writes,
  { tokenHash }: Session,
  account: AccountRow,
  password: string | undefined,
): Promise<void> {
  if (account.password_hash !== null) {
    if (await isPassword(account.password_hash, password ?? '')) return;
    throw new Problem('auth/wrong-password');
  }
  const authenticatedAt = await findLastAuthentication(db, Buffer.from(tokenHash, 'base64url'));
  if (authenticatedAt && isRecentlyAuthenticated(authenticatedAt, now(), ownerAuthenticationMs)) return;
  throw new Problem('failed-precondition', 'Volvé a ingresar con Google para confirmar que sos vos.');
}
