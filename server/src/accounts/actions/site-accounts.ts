import { normaliseHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { isId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUidByHandle } from '../../people/store/handles.ts';
import { findOfficialUid, findUsers } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { hashPassword, verifyPassword } from '../../platform/secrets/passwords.ts';
import { newToken, tokenHash } from '../../platform/secrets/tokens.ts';
import { deleteSessions } from '../../sessions/store/sessions.ts';
import {
  findAccountByEmail,
  hasPasswordTokenUntil,
  insertPasswordToken,
  markEmailVerified,
  setPasswordHash,
} from '../store/accounts.ts';
import { createAccount } from './accounts.ts';

/**
 * `main` is a uid or @handle; null: the account marked official; empty: none.
 * @returns null when there is none
 */
export async function findOfficialAccount(db: Database, main: string | null): Promise<string | null> {
  if (main === null) return findOfficialUid(db);
  const handle = mainHandle(main);
  if (handle === null) return (await findUsers(db, [main])).length === 1 ? main : null;
  return handle === '' ? null : findUidByHandle(db, handle);
}

/** The handle by which `main` names the official account, empty for none; null when it is a uid or absent. */
export function mainHandle(main: string | null): string | null {
  return main === null || isId(main) ? null : normaliseHandle(main);
}

/** Creates the default account when nobody has its handle. `main` and the answer: as `findOfficialAccount`. */
export async function ensureOfficialAccount(
  writes: Writes,
  main: string | null,
  siteName: string,
): Promise<string | null> {
  const uid = await findOfficialAccount(writes.db, main);
  const handle = normaliseHandle(main ?? limits.officialHandle);
  if (uid !== null || handle !== limits.officialHandle) return uid;
  return (await findUidByHandle(writes.db, handle)) ?? createOfficialAccount(writes, siteName);
}

function createOfficialAccount(writes: Writes, siteName: string): Promise<string> {
  return createAccount(writes, {
    displayName: siteName,
    email: null,
    passwordHash: null,
    acceptedTos: true,
    publicReading: true,
    handle: limits.officialHandle,
    official: true,
    madeBySite: true,
  });
}

const linkLifeMs = 24 * 3_600_000;
/** Processes that start within this time start together: only one of them shows the link. */
const startMs = 60_000;

/**
 * Creates the account at start, so that nobody else can register the address. Without a given password the
 * account gets a one-use token until the address is verified: a stranger may have registered it.
 * @returns a null token when none is needed or another process made one in the last minute
 */
export async function ensureSuperAdmin(
  writes: Writes,
  { email, password }: { email: string; password: string | null },
): Promise<{ token: string | null }> {
  const { db, now, transaction } = writes;
  const account = await findAccountByEmail(db, email);
  const uid =
    account?.uid ??
    (await createAccount(writes, {
      // Not 'Administración': the account's card would read like the tab beside it.
      displayName: 'Moderación',
      email,
      passwordHash: null,
      acceptedTos: true,
      publicReading: true,
      madeBySite: true,
    }));
  const currentHash = account?.password_hash ?? null;
  if (password !== null) {
    const isSame = currentHash !== null && (await verifyPassword(currentHash, password));
    const hash = isSame ? currentHash : await hashPassword(password);
    await transaction(async (tx) => {
      await setPasswordHash(tx, uid, hash);
      await markEmailVerified(tx, uid, tx.at);
      if (isSame) return;
      await deleteSessions(tx, uid);
      tx.fact({ type: 'sessions-ended', uid });
    });
    return { token: null };
  }
  const isVerified = account !== null && account.email_verified_at !== null;
  if (isVerified && (currentHash !== null || account.google_subject !== null)) return { token: null };
  const at = now();
  const expiresAt = new Date(at.getTime() + linkLifeMs);
  // Links in mails live shorter, so a token this late is another process's.
  if (await hasPasswordTokenUntil(db, uid, new Date(expiresAt.getTime() - startMs))) return { token: null };
  const token = newToken();
  await insertPasswordToken(db, { hash: tokenHash(token), uid, at, expiresAt });
  return { token };
}
