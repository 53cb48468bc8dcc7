import { findAccountByEmail } from '../../accounts/store/accounts.ts';
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
  const uids = listed.map((admin) => admin.uid);
  // As for the right itself, the address must be verified.
  if (account !== null && account.email_verified_at !== null) uids.push(account.uid);
  // Suspended admins cannot sign in.
  const others = await findVisibleUids(
    db,
    uids.filter((other) => other !== uid),
  );
  return others.size > 0 ? uid : null;
}
