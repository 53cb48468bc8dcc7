import { addToTotal } from '../../kernel/store/totals.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

const request = statement(
  'request-account-deletion',
  `UPDATE accounts SET deletion_at = coalesce(deletion_at, $2) WHERE uid = $1 RETURNING deletion_at`,
);

/** An earlier date stays. @returns the date in effect; null without such an account */
export async function setDeletion(db: Database, uid: string, at: Date): Promise<Date | null> {
  return (await db.run<{ deletion_at: Date }>(request, [uid, at]))[0]?.deletion_at ?? null;
}

const cancel = statement(
  'cancel-account-deletion',
  `UPDATE accounts SET deletion_at = NULL
   WHERE uid = $1 AND deletion_at IS NOT NULL AND removal_started_at IS NULL RETURNING uid`,
);

/** False when no deletion was pending or the removal has begun. */
export async function clearDeletion(db: Database, uid: string): Promise<boolean> {
  return (await db.run(cancel, [uid])).length === 1;
}

const setLeaving = statement('set-user-leaving', 'UPDATE users SET leaving = $2 WHERE uid = $1');

export async function markLeaving(db: Database, uid: string, leaving: boolean): Promise<void> {
  await db.run(setLeaving, [uid, leaving]);
}

const due = statement(
  'find-accounts-to-remove',
  'SELECT uid FROM accounts WHERE deletion_at <= $1 ORDER BY deletion_at LIMIT 500',
);

/** At most 500, the longest overdue first. */
export async function findAccountsToRemove(db: Database, now: Date): Promise<string[]> {
  return (await db.run<{ uid: string }>(due, [now])).map((row) => row.uid);
}

const start = statement(
  'start-account-removal',
  `UPDATE accounts SET removal_started_at = coalesce(removal_started_at, $2)
   WHERE uid = $1 AND (removal_started_at IS NOT NULL OR deletion_at <= $2) RETURNING uid`,
);

/** Begins or resumes a due removal, which can no longer be cancelled. False when none is due. */
export async function startRemoval(db: Database, uid: string, now: Date): Promise<boolean> {
  return (await db.run(start, [uid, now])).length === 1;
}

const removeAccount = statement(
  'delete-account',
  'DELETE FROM accounts WHERE uid = $1 RETURNING email_lower',
);
const removeUser = statement('delete-user', 'DELETE FROM users WHERE uid = $1 RETURNING uid');

export async function deleteAccountRow(db: Database, uid: string): Promise<string | null> {
  const users = await db.run(removeUser, [uid]);
  if (users.length > 0) await addToTotal(db, 'users', -1);
  return (await db.run<{ email_lower: string | null }>(removeAccount, [uid]))[0]?.email_lower ?? null;
}
