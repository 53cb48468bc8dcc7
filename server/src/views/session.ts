import type { Output } from '../../../contract/src/calls/all.ts';
import { findAccount } from '../store/accounts.ts';
import { isAdmin } from '../store/admins.ts';
import type { Reads } from './reads.ts';

type SessionView = Omit<Output<'getSession'>, 'config'>;

/** Who is signed in: the profile, the own address, and whether an admin. `superAdminEmail` is in stored form. */
export async function sessionView(
  reads: Reads,
  uid: string | null,
  superAdminEmail: string | null,
): Promise<SessionView> {
  const cached = uid === null ? undefined : await reads.profiles.get(uid);
  if (!cached || uid === null) return { user: null, email: null, findableByEmail: null, isAdmin: false };
  const [account, listed] = await Promise.all([findAccount(reads.db, uid), isAdmin(reads.db, uid)]);
  const email = account?.email_lower ?? null;
  // The address alone is a claim: anybody may have registered it before it was configured.
  const isProved = account !== null && account.email_verified_at !== null;
  const isSuperAdmin = isProved && email !== null && email === superAdminEmail;
  return {
    user: cached.profile,
    email,
    findableByEmail: account?.findable_by_email ?? null,
    isAdmin: listed || isSuperAdmin,
  };
}
