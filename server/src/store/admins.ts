import { type Database, statement } from '../platform/database.ts';

const find = statement('find-admin', 'SELECT uid FROM admins WHERE uid = $1');

/** Whether somebody stands in the registry. */
export async function isListedAdmin(db: Database, uid: string): Promise<boolean> {
  return (await db.run(find, [uid])).length === 1;
}

/** An admin who acts or looks, and the accounts that the site itself needs. `superAdminEmail` is in stored form. */
export type AdminWho = {
  readonly uid: string;
  readonly officialUid: string | null;
  readonly superAdminEmail: string | null;
};

/** Why an admin cannot suspend a user (A17); null when they can. */
export function suspensionBar(
  { uid, official }: { uid: string; official: boolean },
  email: string | null,
  by: AdminWho,
): 'self' | 'official' | 'super-admin' | null {
  if (uid === by.uid) return 'self';
  if (official || uid === by.officialUid) return 'official';
  return email !== null && email === by.superAdminEmail ? 'super-admin' : null;
}
