import type { Account, OwnSession } from '../../../../contract/src/calls/account-life.ts';
import { canBeDeleted, type SiteAccounts } from '../../../../contract/src/rules/account-deletion.ts';
import {
  isRecentlyAuthenticated,
  ownerAuthenticationMs,
} from '../../../../contract/src/rules/recent-sign-in.ts';
import { findUsers } from '../../people/store/users.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import { findOwnSessions, findLastAuthentication } from '../../sessions/store/sessions.ts';
import { findAccount } from '../store/accounts.ts';
import { deviceName } from './device-name.ts';

type Viewer = { readonly uid: string; readonly tokenHash: string };

/** Null when the account was deleted. `tokenHash` is in base64url. */
export async function accountView(
  { db }: Pick<PeopleReads, 'db'>,
  { uid, tokenHash }: Viewer,
  { now, site }: { now: Date; site: SiteAccounts },
): Promise<Omit<Account, 'nextDownloadAt'> | null> {
  const [account, [user], authenticatedAt] = await Promise.all([
    findAccount(db, uid),
    findUsers(db, [uid]),
    findLastAuthentication(db, Buffer.from(tokenHash, 'base64url')),
  ]);
  if (!account || !user) return null;
  return {
    email: account.email_lower,
    hasPassword: account.password_hash !== null,
    google: account.google_subject !== null,
    createdAt: account.created_at.toISOString(),
    deletionAt: account.deletion_at?.toISOString() ?? null,
    canBeDeleted: canBeDeleted({ ...user, email: account.email_lower }, site),
    recentSignIn:
      authenticatedAt !== null && isRecentlyAuthenticated(authenticatedAt, now, ownerAuthenticationMs),
  };
}

export async function sessionsView(
  { db }: Pick<PeopleReads, 'db'>,
  { uid, tokenHash }: Viewer,
  times: { now: Date; idleSince: Date },
): Promise<OwnSession[]> {
  const rows = await findOwnSessions(db, uid, times);
  const sessions = rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    current: row.token_hash.toString('base64url') === tokenHash,
    device: deviceName(row.user_agent),
  }));
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
}
