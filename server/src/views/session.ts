import type { Output } from '../../../contract/src/calls/all.ts';
import type { Database } from '../platform/database.ts';
import { type AccountRow, findAccount } from '../store/accounts.ts';
import { isListedAdmin } from '../store/admins.ts';
import type { Reads } from './reads.ts';

type SessionView = Omit<Output<'getSession'>, 'lastEventId' | 'config'>;

/** Who is signed in: the profile, the own address, and whether an admin. `superAdminEmail` is in stored form. */
export async function sessionView(
  reads: Reads,
  uid: string | null,
  superAdminEmail: string | null,
): Promise<SessionView> {
  const cached = uid === null ? undefined : await reads.profiles.get(uid);
  if (!cached || uid === null) return { user: null, email: null, findableByEmail: null, isAdmin: false };
  const [account, listed] = await Promise.all([findAccount(reads.db, uid), isListedAdmin(reads.db, uid)]);
  return {
    user: cached.profile,
    email: account?.email_lower ?? null,
    findableByEmail: account?.findable_by_email ?? null,
    isAdmin: listed || isSuperAdmin(account, superAdminEmail),
  };
}

/** Whether somebody is an admin now: rights are granted and revoked while people are signed in. */
export async function isAdmin(db: Database, uid: string, superAdminEmail: string | null): Promise<boolean> {
  if (await isListedAdmin(db, uid)) return true;
  return isSuperAdmin(await findAccount(db, uid), superAdminEmail);
}

/** Whether an account is the super-admin's, whose address is `superAdminEmail` in stored form. */
export function isSuperAdmin(account: AccountRow | null, superAdminEmail: string | null): boolean {
  // The address alone is a claim: anybody may have registered it before it was configured.
  if (account === null || superAdminEmail === null) return false;
  return account.email_verified_at !== null && account.email_lower === superAdminEmail;
}
