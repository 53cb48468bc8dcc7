import { type Database, statement } from '../platform/database.ts';

export type AccountRow = {
  uid: string;
  email_lower: string | null;
  password_hash: string | null;
  followed_official_at: Date | null;
  findable_by_email: boolean;
};

const columns = 'uid, email_lower, password_hash, followed_official_at, findable_by_email';

const insert = statement(
  'insert-account',
  `INSERT INTO accounts (uid, email_lower, password_hash, created_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (email_lower) DO NOTHING RETURNING uid`,
);

/** False when the address is taken. */
export async function insertAccount(
  db: Database,
  account: { uid: string; email: string | null; passwordHash: string | null; at: Date },
): Promise<boolean> {
  return (await db.run(insert, [account.uid, account.email, account.passwordHash, account.at])).length === 1;
}

const byEmail = statement('find-account-by-email', `SELECT ${columns} FROM accounts WHERE email_lower = $1`);

export async function findAccountByEmail(db: Database, email: string): Promise<AccountRow | null> {
  return (await db.run<AccountRow>(byEmail, [email]))[0] ?? null;
}

const byUid = statement('find-account', `SELECT ${columns} FROM accounts WHERE uid = $1`);

export async function findAccount(db: Database, uid: string): Promise<AccountRow | null> {
  return (await db.run<AccountRow>(byUid, [uid]))[0] ?? null;
}

const setHash = statement('set-password-hash', 'UPDATE accounts SET password_hash = $2 WHERE uid = $1');

export async function setPasswordHash(db: Database, uid: string, hash: string): Promise<void> {
  await db.run(setHash, [uid, hash]);
}

const setFollowed = statement(
  'set-followed-official',
  'UPDATE accounts SET followed_official_at = $2 WHERE uid = $1 AND followed_official_at IS NULL',
);

/** Remembers that an account was made to follow the official one: that happens once, ever (A18). */
export async function markFollowedOfficial(db: Database, uid: string, at: Date): Promise<void> {
  await db.run(setFollowed, [uid, at]);
}

const insertToken = statement(
  'insert-password-token',
  'INSERT INTO password_tokens (token_hash, uid, created_at, expires_at) VALUES ($1, $2, $3, $4)',
);

export async function insertPasswordToken(
  db: Database,
  token: { hash: Buffer; uid: string; at: Date; expiresAt: Date },
): Promise<void> {
  await db.run(insertToken, [token.hash, token.uid, token.at, token.expiresAt]);
}

const takeTokenOf = statement(
  'take-password-token',
  'DELETE FROM password_tokens WHERE token_hash = $1 AND expires_at > $2 RETURNING uid',
);

/** Uses a token up: the uid it was made for, once; null for a wrong, used or expired one. */
export async function takePasswordToken(db: Database, hash: Buffer, now: Date): Promise<string | null> {
  return (await db.run<{ uid: string }>(takeTokenOf, [hash, now]))[0]?.uid ?? null;
}

const deleteTokens = statement('delete-password-tokens', 'DELETE FROM password_tokens WHERE uid = $1');

export async function deletePasswordTokens(db: Database, uid: string): Promise<void> {
  await db.run(deleteTokens, [uid]);
}
