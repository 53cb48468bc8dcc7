import { type Database, statement } from '../../platform/postgres/database.ts';

/** `listed`: the user is in the admin registry. */
export type RightsRow = {
  email_lower: string | null;
  email_verified: boolean;
  findable_by_email: boolean;
  listed: boolean;
  onboarding_steps: string[] | null;
  onboarding_later: Date | null;
};

const rights = statement(
  'find-rights',
  `SELECT email_lower, email_verified_at IS NOT NULL AS email_verified, findable_by_email,
     EXISTS (SELECT 1 FROM admins d WHERE d.uid = a.uid) AS listed, onboarding_steps, onboarding_later
   FROM accounts a WHERE uid = $1`,
);

export async function findRights(db: Database, uid: string): Promise<RightsRow | null> {
  return (await db.run<RightsRow>(rights, [uid]))[0] ?? null;
}

const add = statement(
  'insert-admin',
  'INSERT INTO admins (uid, granted_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING uid',
);

export async function insertAdmin(db: Database, uid: string, at: Date): Promise<boolean> {
  return (await db.run(add, [uid, at])).length === 1;
}

const remove = statement('delete-admin', 'DELETE FROM admins WHERE uid = $1 RETURNING uid');

export async function deleteAdmin(db: Database, uid: string): Promise<boolean> {
  return (await db.run(remove, [uid])).length === 1;
}

const list = statement('list-admins', 'SELECT uid, granted_at FROM admins ORDER BY granted_at, uid');

export function findAdmins(db: Database): Promise<{ uid: string; granted_at: Date }[]> {
  return db.run<{ uid: string; granted_at: Date }>(list, []);
}

export type ActingAdmin = {
  /** Null for the operator on the command line. */
  readonly uid: string | null;
  readonly officialUid: string | null;
  readonly superAdminEmail: string | null;
};

type SignInRow = {
  email_lower: string | null;
  email_verified_at: Date | null;
  password_hash: string | null;
  google_subject: string | null;
};

/** Null when the user can be suspended. A suspended user can always be reactivated. */
export function suspensionBar(
  { uid, official, suspended }: { uid: string; official: boolean; suspended: boolean },
  account: SignInRow | null,
  by: ActingAdmin,
): 'self' | 'official' | 'super-admin' | null {
  if (suspended) return null;
  if (uid === by.uid) return 'self';
  if (official || uid === by.officialUid) return 'official';
  if (by.superAdminEmail === null || account?.email_lower !== by.superAdminEmail) return null;
  // Anybody may have registered the address before it was configured.
  const isUnused = account.password_hash === null && account.google_subject === null;
  return account.email_verified_at !== null || isUnused ? 'super-admin' : null;
}
