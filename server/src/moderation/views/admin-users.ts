import type { AdminUser } from '../../../../contract/src/calls/admin.ts';
import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { findAccountByEmail, findAccounts } from '../../accounts/store/accounts.ts';
import { firstId, lastId, lastTime } from '../../kernel/ids.ts';
import { findUidByName } from '../../people/store/handles.ts';
import { findUsers, findUsersByTime, type UserOrder, type UserPlace } from '../../people/store/users.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import { profileOf } from '../../people/views/profiles.ts';
import { type ActingAdmin, suspensionBar } from '../../sessions/store/admins.ts';

type FileReads = Pick<PeopleReads, 'db' | 'mediaUrls'>;

const starts: Record<UserOrder['sort'], UserPlace> = {
  newest: { uid: lastId, at: lastTime },
  oldest: { uid: firstId, at: new Date(0) },
};

/** Not cached, since admins act on it. */
export async function adminUsersPage(
  reads: FileReads,
  by: ActingAdmin,
  after: UserPlace | null,
  order: UserOrder,
): Promise<{ items: AdminUser[]; next: UserPlace | null }> {
  const places = await findUsersByTime(reads.db, after ?? starts[order.sort], order);
  const page = places.slice(0, limits.adminUsersPage);
  const users = await adminUsers(
    reads,
    by,
    page.map(({ uid }) => uid),
  );
  return {
    items: page.flatMap(({ uid }) => users.get(uid) ?? []),
    next: places.length > page.length ? (page.at(-1) ?? null) : null,
  };
}

/** Only an exact @handle (any case, with or without @) or e-mail address matches. */
export async function findUserExactly(
  reads: FileReads,
  by: ActingAdmin,
  q: string,
): Promise<AdminUser | null> {
  const email = normaliseEmail(q);
  const uid =
    email === null
      ? await findUidByName(reads.db, q)
      : ((await findAccountByEmail(reads.db, email))?.uid ?? null);
  return uid === null ? null : adminUser(reads, by, uid);
}

export async function adminUser(reads: FileReads, by: ActingAdmin, uid: string): Promise<AdminUser | null> {
  return (await adminUsers(reads, by, [uid])).get(uid) ?? null;
}

async function adminUsers(
  { db, mediaUrls }: FileReads,
  by: ActingAdmin,
  uids: readonly string[],
): Promise<Map<string, AdminUser>> {
  const [users, accounts] = await Promise.all([findUsers(db, uids), findAccounts(db, uids)]);
  const accountsByUid = new Map(accounts.map((account) => [account.uid, account]));
  return new Map(
    users.map((user) => {
      const account = accountsByUid.get(user.uid) ?? null;
      const email = account?.email_lower ?? null;
      const { suspended } = user;
      return [
        user.uid,
        { ...profileOf(user, mediaUrls), email, suspended, exempt: suspensionBar(user, account, by) },
      ];
    }),
  );
}
