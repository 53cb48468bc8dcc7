import type { AdminUser } from '../../../../contract/src/calls/admin.ts';
import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import { normaliseHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { findAccountByEmail, findAccounts } from '../../accounts/store/accounts.ts';
import { lastId } from '../../kernel/ids.ts';
import { findUidByHandle } from '../../people/store/handles.ts';
import { findNewestUsers, findUsers } from '../../people/store/users.ts';
import { profileOf } from '../../people/views/profiles.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type AdminWho, suspensionBar } from '../../sessions/store/admins.ts';

/** One of the list of users: when they came, and who they are. */
export type UserPlace = { uid: string; at: Date };

const newest: UserPlace = { uid: lastId, at: new Date('9999-12-31T00:00:00Z') };

/** A page of all users, newest first. Read anew each time: an admin decides by it. */
export async function adminUsersPage(
  db: Database,
  by: AdminWho,
  before: UserPlace | null,
): Promise<{ items: AdminUser[]; next: UserPlace | null }> {
  const places = await findNewestUsers(db, before ?? newest);
  const shown = places.slice(0, limits.adminUsersPage);
  const users = await adminUsers(
    db,
    by,
    shown.map(({ uid }) => uid),
  );
  return {
    items: shown.flatMap(({ uid }) => users.get(uid) ?? []),
    next: places.length > shown.length ? (shown.at(-1) ?? null) : null,
  };
}

/** The user of exactly this @handle, in any case and with or without the @, or of this address; else null. */
export async function findExactly(db: Database, by: AdminWho, q: string): Promise<AdminUser | null> {
  const email = normaliseEmail(q);
  const uid =
    email === null
      ? await uidOfHandle(db, q.trim().toLowerCase().replace(/^@/, ''))
      : ((await findAccountByEmail(db, email))?.uid ?? null);
  return uid === null ? null : adminUser(db, by, uid);
}

/** One user as an admin sees them, or null. */
export async function adminUser(db: Database, by: AdminWho, uid: string): Promise<AdminUser | null> {
  return (await adminUsers(db, by, [uid])).get(uid) ?? null;
}

// What is no handle as it stands is nobody's: 'a na' is not @ana.
async function uidOfHandle(db: Database, handle: string): Promise<string | null> {
  return handle !== '' && handle === normaliseHandle(handle) ? findUidByHandle(db, handle) : null;
}

async function adminUsers(
  db: Database,
  by: AdminWho,
  uids: readonly string[],
): Promise<Map<string, AdminUser>> {
  const [users, accounts] = await Promise.all([findUsers(db, uids), findAccounts(db, uids)]);
  const emails = new Map(accounts.map((account) => [account.uid, account.email_lower]));
  return new Map(
    users.map((user) => {
      const email = emails.get(user.uid) ?? null;
      const { suspended } = user;
      return [user.uid, { ...profileOf(user), email, suspended, exempt: suspensionBar(user, email, by) }];
    }),
  );
}
