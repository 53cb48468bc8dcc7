import { domainToUnicode } from 'node:url';

import { deleteInBatches, removalBatch } from '../../kernel/store/batches.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

export type AccountRow = {
  uid: string;
  email_lower: string | null;
  email_verified_at: Date | null;
  google_issuer: string | null;
  google_subject: string | null;
  password_hash: string | null;
  followed_official_at: Date | null;
  findable_by_email: boolean;
  /** Null unless the owner asked for the deletion. */
  deletion_at: Date | null;
  /** From this time on nobody can sign in. */
  removal_started_at: Date | null;
  created_at: Date;
  onboarding_steps: string[] | null;
  onboarding_later: Date | null;
};

const columns = `uid, email_lower, email_verified_at, google_issuer, google_subject, password_hash,
  followed_official_at, findable_by_email, deletion_at, removal_started_at, created_at,
  onboarding_steps, onboarding_later`;

export type GoogleIdentity = { readonly issuer: string; readonly subject: string };

export type NewAccountRow = {
  uid: string;
  email: string | null;
  verified: boolean;
  passwordHash: string | null;
  google: GoogleIdentity | null;
  madeBySite: boolean;
  at: Date;
};

const insert = statement(
  'insert-account',
  `INSERT INTO accounts
     (uid, email_lower, email_verified_at, password_hash, google_issuer, google_subject, created_at, made_by_site)
   VALUES ($1, $2, CASE WHEN $3 THEN $7::timestamptz END, $4, $5, $6, $7, $8)
   ON CONFLICT DO NOTHING RETURNING uid`,
);

export async function insertAccount(db: Database, account: NewAccountRow): Promise<boolean> {
  const { uid, email, verified, passwordHash, google, at, madeBySite } = account;
  const { issuer = null, subject = null } = google ?? {};
  const values = [uid, email, verified, passwordHash, issuer, subject, at, madeBySite];
  return (await db.run(insert, values)).length === 1;
}

const byEmail = statement('find-account-by-email', `SELECT ${columns} FROM accounts WHERE email_lower = $1`);

export async function findAccountByEmail(db: Database, email: string): Promise<AccountRow | null> {
  const [found] = await db.run<AccountRow>(byEmail, [email]);
  if (found || !email.includes('xn--')) return found ?? null;
  // Earlier versions stored the domain as the browser gave it, in Unicode or ASCII.
  const [name = '', domain = ''] = email.split('@');
  return (await db.run<AccountRow>(byEmail, [`${name}@${domainToUnicode(domain)}`]))[0] ?? null;
}

const byUid = statement('find-account', `SELECT ${columns} FROM accounts WHERE uid = $1`);

export async function findAccount(db: Database, uid: string): Promise<AccountRow | null> {
  return (await db.run<AccountRow>(byUid, [uid]))[0] ?? null;
}

const byUids = statement('find-accounts', `SELECT ${columns} FROM accounts WHERE uid = ANY($1::uuid[])`);

export function findAccounts(db: Database, uids: readonly string[]): Promise<AccountRow[]> {
  return db.run<AccountRow>(byUids, [uids]);
}

const byGoogle = statement(
  'find-account-by-google',
  `SELECT ${columns} FROM accounts WHERE google_issuer = $1 AND google_subject = $2`,
);

export async function findAccountByGoogle(
  db: Database,
  { issuer, subject }: GoogleIdentity,
): Promise<AccountRow | null> {
  return (await db.run<AccountRow>(byGoogle, [issuer, subject]))[0] ?? null;
}

const lockByEmail = statement(
  'lock-account-by-email',
  `SELECT ${columns} FROM accounts WHERE email_lower = $1 FOR UPDATE`,
);

export async function lockAccountByEmail(db: Database, email: string): Promise<AccountRow | null> {
  return (await db.run<AccountRow>(lockByEmail, [email]))[0] ?? null;
}

const linkGoogle = statement(
  'link-google',
  'UPDATE accounts SET google_issuer = $2, google_subject = $3 WHERE uid = $1',
);

export async function setGoogleIdentity(
  db: Database,
  uid: string,
  { issuer, subject }: GoogleIdentity,
): Promise<void> {
  await db.run(linkGoogle, [uid, issuer, subject]);
}

const setVerified = statement(
  'set-email-verified',
  'UPDATE accounts SET email_verified_at = $2 WHERE uid = $1 AND email_verified_at IS NULL',
);

export async function markEmailVerified(db: Database, uid: string, at: Date): Promise<void> {
  await db.run(setVerified, [uid, at]);
}

const setHash = statement('set-password-hash', 'UPDATE accounts SET password_hash = $2 WHERE uid = $1');

export async function setPasswordHash(db: Database, uid: string, hash: string | null): Promise<void> {
  await db.run(setHash, [uid, hash]);
}

const replaceHash = statement(
  'replace-password-hash',
  'UPDATE accounts SET password_hash = $3 WHERE uid = $1 AND password_hash = $2 RETURNING uid',
);

/** Compare-and-set: false when the stored hash is no longer `former`. */
export async function replacePasswordHash(
  db: Database,
  uid: string,
  former: string,
  hash: string,
): Promise<boolean> {
  return (await db.run(replaceHash, [uid, former, hash])).length === 1;
}

const setFollowed = statement(
  'set-followed-official',
  'UPDATE accounts SET followed_official_at = $2 WHERE uid = $1 AND followed_official_at IS NULL',
);

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

const tokenUntil = statement(
  'has-password-token-until',
  'SELECT FROM password_tokens WHERE uid = $1 AND expires_at > $2 LIMIT 1',
);

export async function hasPasswordTokenUntil(db: Database, uid: string, time: Date): Promise<boolean> {
  return (await db.run(tokenUntil, [uid, time])).length > 0;
}

const findToken = statement(
  'find-password-token',
  'SELECT uid FROM password_tokens WHERE token_hash = $1 AND expires_at > $2',
);

export async function hasPasswordToken(db: Database, hash: Buffer, now: Date): Promise<boolean> {
  return (await db.run(findToken, [hash, now])).length > 0;
}

const takeTokenOf = statement(
  'take-password-token',
  'DELETE FROM password_tokens WHERE token_hash = $1 AND expires_at > $2 RETURNING uid',
);

/** @returns the token's uid; null when it is wrong, used or expired */
export async function takePasswordToken(db: Database, hash: Buffer, now: Date): Promise<string | null> {
  return (await db.run<{ uid: string }>(takeTokenOf, [hash, now]))[0]?.uid ?? null;
}

const deleteFormer = statement(
  'delete-former-password-tokens',
  'DELETE FROM password_tokens WHERE uid = $1 AND expires_at <= $2',
);

/** Longer-lived tokens stay: the super-admin's setup link. */
export async function deleteFormerPasswordTokens(db: Database, uid: string, expiresAt: Date): Promise<void> {
  await db.run(deleteFormer, [uid, expiresAt]);
}

const deleteTokens = statement('delete-password-tokens', 'DELETE FROM password_tokens WHERE uid = $1');

export async function deletePasswordTokens(db: Database, uid: string): Promise<void> {
  await db.run(deleteTokens, [uid]);
}

const removeExpired = statement(
  'delete-expired-password-tokens',
  `DELETE FROM password_tokens WHERE token_hash = ANY(ARRAY(
     SELECT token_hash FROM password_tokens WHERE expires_at < $1 LIMIT ${removalBatch})) RETURNING uid`,
);

export async function deleteExpiredPasswordTokens(db: Database, now: Date): Promise<void> {
  await deleteInBatches(db, removeExpired, [now]);
}
