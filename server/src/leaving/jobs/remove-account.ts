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

type Parts = Writes & { files: FileStore; siteAccounts: SiteAccounts };
type Payload = JobPayloads['remove-account'];

/** How long one run takes at most, save for its last step: the next one goes on. */
const runMs = 2_000;
/** What was under way while the account went has ended by then. */
const againMs = 10 * 60_000;

/** Enqueues the removal of the accounts whose 30 days are over. */
export async function removeAccountsDue({ db, now }: Pick<Writes, 'db' | 'now'>): Promise<void> {
  for (const uid of await findAccountsToRemove(db, now())) await enqueue(db, { uid });
}

/**
 * Removes an account with everything it left, some of it in each run; whatever ended a run before, the next one goes
 * on. Once it has begun nobody signs in any more. Last go the profile and the account, and a mail says so. A second
 * round, a little later, sweeps up what others were writing meanwhile.
 */
export async function removeAccount(parts: Parts, { uid, again = false }: Payload): Promise<void> {
  if (!(again ? await isGone(parts, uid) : await begin(parts, uid))) return;
  const end = performance.now() + runMs;
  for (const step of steps) {
    while (await step(parts, uid)) {
      if (performance.now() > end) return enqueue(parts.db, { uid, again });
    }
  }
  if (!again) await finish(parts, uid);
}

async function begin(parts: Parts, uid: string): Promise<boolean> {
  const { db, transaction, siteAccounts } = parts;
  const account = await findAccount(db, uid);
  const [user] = await findUsers(db, [uid]);
  if (!account) return false;
  // It became one that the site needs after its owner had asked.
  const isNeeded = user && !canBeDeleted({ ...user, email: account.email_lower }, siteAccounts);
  if (isNeeded && account.removal_started_at === null) {
    await cancelDeletion(parts, account);
    return false;
  }
  return transaction(async (tx) => {
    if (!(await startRemoval(tx, uid, tx.at))) return false;
    tx.fact({ type: 'profile-changed', uids: [uid] });
    // From here on nobody is called by the name: no new mention comes.
    const handle = await lockUserHandle(tx, uid);
    if (handle === '') return true;
    await deleteHandle(tx, handle, uid);
    await clearUserHandle(tx, uid);
    return true;
  });
}

async function isGone({ db }: Parts, uid: string): Promise<boolean> {
  return (await findAccount(db, uid)) === null;
}

async function finish({ transaction }: Parts, uid: string): Promise<void> {
  await transaction(async (tx) => {
    const email = await deleteAccountRow(tx, uid);
    if (email !== null) await addJob(tx, 'send-removed-notice', { email });
    await enqueue(tx, { uid, again: true }, new Date(tx.at.getTime() + againMs));
    tx.fact({ type: 'account-hidden', uid, postIds: [] });
    tx.fact({ type: 'sessions-ended', uid });
  });
}

// One account at a time: people who stay have the rest of the places.
async function enqueue(db: Database, payload: Payload, runAt?: Date): Promise<void> {
  const key = `remove-account ${payload.uid}`;
  await addJob(db, 'remove-account', payload, { key, queue: 'remove-accounts', ...(runAt && { runAt }) });
}
