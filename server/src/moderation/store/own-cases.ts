import { findAccountByEmail, findAccounts } from '../../accounts/store/accounts.ts';
import { findVisibleUids } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type ActingAdmin, findAdmins } from '../../sessions/store/admins.ts';

/** An admin who reads or decides reports; the address is in stored form. */
export type CaseAdmin = { readonly uid: string } & Pick<ActingAdmin, 'superAdminEmail'>;

/**
 * The author whose cases this admin neither sees nor decides: the admin, since a case names its reporters. Null
 * while no other admin could handle those cases.
 */
export async function excludedAuthor(
  db: Database,
  { uid, superAdminEmail }: CaseAdmin,
): Promise<string | null> {
  const [listed, account] = await Promise.all([
    findAdmins(db),
    superAdminEmail === null ? null : findAccountByEmail(db, superAdminEmail),
  ]);
  const accounts = await findAccounts(
    db,
    listed.map((admin) => admin.uid),
  );
  // As for the right itself, the super-admin's address must be verified.
  if (account !== null && account.email_verified_at !== null) accounts.push(account);
  // Imported and suspended admins cannot sign in.
  const canSignIn = accounts.filter((each) => each.password_hash !== null || each.google_subject !== null);
  const uids = canSignIn.map((each) => each.uid);
  const others = await findVisibleUids(
    db,
    uids.filter((other) => other !== uid),
  );
  return others.size > 0 ? uid : null;
}
