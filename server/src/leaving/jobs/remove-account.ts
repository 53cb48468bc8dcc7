import { canBeDeleted, type SiteAccounts } from '../../../../contract/src/rules/account-deletion.ts';
import { cancelDeletion } from '../../accounts/actions/account-deletions.ts';
import {
  deleteAccountRow,
  findAccountsToRemove,
  startRemoval,
} from '../../accounts/store/account-deletions.ts';
import { findAccount } from '../../accounts/store/accounts.ts';
import { addJob, type JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { deleteHandle } from '../../people/store/handles.ts';
import { clearUserHandle, findUsers, lockUserHandle } from '../../people/store/users.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { steps } from './account-traces.ts';

type RemovalParts = Writes & { files: FileStore; siteAccounts: SiteAccounts };
type Payload = JobPayloads['remove-account'];

/** Maximum duration of a run, except its last step; the next run continues. */
const runMs = 2_000;
/** By then requests that were running during the removal have ended. */
const secondRoundMs = 10 * 60_000;

export async function removeAccountsDue({ db, now }: Pick<Writes, 'db' | 'now'>): Promise<void> {
  for (const uid of await findAccountsToRemove(db, now())) await enqueue(db, { uid });
}

/**
 * Each run removes a bounded part; the next one resumes an interrupted run. Nobody can sign in once the
 * removal has begun. A second round deletes rows that other users' requests wrote meanwhile.
 */
export async function removeAccount(parts: RemovalParts, { uid, again = false }: Payload): Promise<void> {
  if (!(again ? await isAccountGone(parts, uid) : await begin(parts, uid))) return;
  const end = performance.now() + runMs;
  for (const step of steps) {
    while (await step(parts, uid)) {
      if (performance.now() > end) return enqueue(parts.db, { uid, again });
    }
  }
  if (!again) await finish(parts, uid);
}

async function begin(parts: RemovalParts, uid: string): Promise<boolean> {
  const { db, transaction, siteAccounts } = parts;
  const account = await findAccount(db, uid);
  const [user] = await findUsers(db, [uid]);
  if (!account) return false;
  // The site has come to need the account since the deletion was requested.
  const isIndispensable = user && !canBeDeleted({ ...user, email: account.email_lower }, siteAccounts);
  if (isIndispensable && account.removal_started_at === null) {
    await cancelDeletion(parts, account);
    return false;
  }
  return transaction(async (tx) => {
    if (!(await startRemoval(tx, uid, tx.at))) return false;
    tx.fact({ type: 'profile-changed', uids: [uid] });
    // Free the handle: from here on it cannot be mentioned.
    const handle = await lockUserHandle(tx, uid);
    if (handle === '') return true;
    await deleteHandle(tx, handle, uid);
    await clearUserHandle(tx, uid);
    return true;
  });
}

async function isAccountGone({ db }: RemovalParts, uid: string): Promise<boolean> {
  return (await findAccount(db, uid)) === null;
}

async function finish({ transaction }: RemovalParts, uid: string): Promise<void> {
  await transaction(async (tx) => {
    const email = await deleteAccountRow(tx, uid);
    if (email !== null) await addJob(tx, 'send-removed-notice', { email });
    await enqueue(tx, { uid, again: true }, new Date(tx.at.getTime() + secondRoundMs));
    tx.fact({ type: 'account-hidden', uid, postIds: [] });
    tx.fact({ type: 'sessions-ended', uid });
  });
}

// One account at a time, so that removals leave job slots for everybody else.
async function enqueue(db: Database, payload: Payload, runAt?: Date): Promise<void> {
  // The hourly clean-up may add the first round while it runs: the second one must keep its own time.
  const key = `remove-account ${payload.uid}${payload.again ? ' again' : ''}`;
  await addJob(db, 'remove-account', payload, { key, queue: 'remove-accounts', ...(runAt && { runAt }) });
}
