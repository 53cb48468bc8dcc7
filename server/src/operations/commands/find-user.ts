import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import { findAccountByEmail } from '../../accounts/store/accounts.ts';
import { isId } from '../../kernel/ids.ts';
import { findUidByName } from '../../people/store/handles.ts';
import { findUsers, type UserRow } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';

/** `name` is a @handle, e-mail address or uid. @throws {StartFailure} when there is no such user */
export async function findUser(db: Database, name: string): Promise<UserRow> {
  const uid = await uidOf(db, name);
  const [user] = uid ? await findUsers(db, [uid]) : [];
  if (!user) throw new StartFailure(`There is no user ${name}.`);
  return user;
}

export function nameOf({ handle, display_name: name, uid }: UserRow): string {
  return `${handle === '' ? uid : `@${handle}`} (${name})`;
}

async function uidOf(db: Database, name: string): Promise<string | null | undefined> {
  if (isId(name)) return name;
  const email = normaliseEmail(name);
  return email === null ? findUidByName(db, name) : (await findAccountByEmail(db, email))?.uid;
}
