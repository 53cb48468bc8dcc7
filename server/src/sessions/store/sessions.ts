import { removalBatch } from '../../kernel/store/batches.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

export type SessionRow = { token_hash: Buffer; uid: string; last_seen_at: Date; expires_at: Date };

// A leaving account gets no session, nor does a sign-in with a password that was changed meanwhile: FOR
// SHARE makes this wait for a concurrent change of the account, and vice versa.
const insert = statement(
  'insert-session',
  `WITH owner AS (SELECT uid FROM accounts WHERE uid = $3 AND deletion_at IS NULL
     AND ($7::text IS NULL OR password_hash = $7) FOR SHARE)
   INSERT INTO sessions (token_hash, id, uid, created_at, last_seen_at, expires_at, user_agent)
   SELECT $1, $2, uid, $4, $4, $5, $6 FROM owner RETURNING id`,
);

export type NewSession = {
  readonly tokenHash: Buffer;
  readonly id: string;
  readonly uid: string;
  readonly at: Date;
  readonly expiresAt: Date;
  readonly userAgent: string;
  readonly passwordHash: string | null;
};

/** False when the account is leaving, was deleted or has another password now. */
export async function insertSession(db: Database, session: NewSession): Promise<boolean> {
  const { tokenHash, id, uid, at, expiresAt, userAgent, passwordHash } = session;
  return (await db.run(insert, [tokenHash, id, uid, at, expiresAt, userAgent, passwordHash])).length === 1;
}

const find = statement(
  'find-sessions',
  'SELECT token_hash, uid, last_seen_at, expires_at FROM sessions WHERE token_hash = ANY($1::bytea[])',
);

export function findSessions(db: Database, tokenHashes: readonly Buffer[]): Promise<SessionRow[]> {
  return db.run<SessionRow>(find, [tokenHashes]);
}

export type OwnSessionRow = {
  id: string;
  token_hash: Buffer;
  created_at: Date;
  last_seen_at: Date;
  user_agent: string;
};

const findOwn = statement(
  'find-own-sessions',
  `SELECT id, token_hash, created_at, last_seen_at, user_agent FROM sessions
   WHERE uid = $1 AND expires_at > $2 AND last_seen_at > $3 ORDER BY last_seen_at DESC, id LIMIT 200`,
);

export function findOwnSessions(
  db: Database,
  uid: string,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<OwnSessionRow[]> {
  return db.run<OwnSessionRow>(findOwn, [uid, now, idleSince]);
}

const findProof = statement(
  'find-session-proof',
  'SELECT greatest(created_at, proved_at) AS proved_at FROM sessions WHERE token_hash = $1',
);

/** The start of the session (also under a former token) or a re-authentication since. */
export async function findLastAuthentication(db: Database, tokenHash: Buffer): Promise<Date | null> {
  return (await db.run<{ proved_at: Date }>(findProof, [tokenHash]))[0]?.proved_at ?? null;
}

const prove = statement('prove-session', 'UPDATE sessions SET proved_at = $2 WHERE token_hash = $1');

export async function markReauthenticated(db: Database, tokenHash: Buffer, at: Date): Promise<void> {
  await db.run(prove, [tokenHash, at]);
}

const findLive = statement(
  'find-live-sessions',
  `SELECT token_hash FROM sessions
   WHERE token_hash = ANY($1::bytea[]) AND expires_at > $2 AND last_seen_at > $3`,
);

/** Neither expired nor idle since `idleSince`. Hashes in base64url. */
export async function findLiveSessions(
  db: Database,
  tokenHashes: readonly Buffer[],
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<Set<string>> {
  const rows = await db.run<{ token_hash: Buffer }>(findLive, [tokenHashes, now, idleSince]);
  return new Set(rows.map((row) => row.token_hash.toString('base64url')));
}

const touch = statement('touch-session', 'UPDATE sessions SET last_seen_at = $2 WHERE token_hash = $1');

export async function touchSession(db: Database, tokenHash: Buffer, at: Date): Promise<void> {
  await db.run(touch, [tokenHash, at]);
}

const renew = statement(
  'renew-session',
  'UPDATE sessions SET token_hash = $3 WHERE token_hash = $2 AND uid = $1 RETURNING id',
);

export async function renewSession(
  db: Database,
  uid: string,
  former: Buffer,
  hash: Buffer,
): Promise<boolean> {
  return (await db.run(renew, [uid, former, hash])).length === 1;
}

const remove = statement('delete-session', 'DELETE FROM sessions WHERE token_hash = $1');

export async function deleteSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.run(remove, [tokenHash]);
}

const removeOne = statement(
  'delete-own-session',
  'DELETE FROM sessions WHERE uid = $1 AND id = $2 RETURNING token_hash',
);

export async function deleteOwnSession(db: Database, uid: string, id: string): Promise<Buffer | null> {
  return (await db.run<{ token_hash: Buffer }>(removeOne, [uid, id]))[0]?.token_hash ?? null;
}

const removeOthers = statement(
  'delete-other-sessions',
  'DELETE FROM sessions WHERE uid = $1 AND token_hash <> $2 RETURNING token_hash',
);

export async function deleteOtherSessions(db: Database, uid: string, tokenHash: Buffer): Promise<Buffer[]> {
  const rows = await db.run<{ token_hash: Buffer }>(removeOthers, [uid, tokenHash]);
  return rows.map((row) => row.token_hash);
}

/** An account has no more sessions at a time, however often somebody or a script signs in. */
const mostSessions = 1_000;

// A script that signs in each time must not sign its owner out: sessions that were used again go last. Use is
// noted once an hour, in which an account can sign in 600 times.
const removeSurplus = statement(
  'delete-surplus-sessions',
  `DELETE FROM sessions WHERE token_hash = ANY(ARRAY(
     SELECT token_hash FROM sessions WHERE uid = $1 AND token_hash <> $2
     ORDER BY last_seen_at > created_at DESC, last_seen_at DESC, id DESC
     OFFSET ${mostSessions - 1} LIMIT ${removalBatch}
   )) RETURNING token_hash`,
);

/**
 * Keeps `tokenHash`, those used again, and those used last. Removes at most 1,000, as there may be many from before.
 */
export async function deleteSurplusSessions(db: Database, uid: string, tokenHash: Buffer): Promise<Buffer[]> {
  const rows = await db.run<{ token_hash: Buffer }>(removeSurplus, [uid, tokenHash]);
  return rows.map((row) => row.token_hash);
}

const removeAll = statement('delete-sessions', 'DELETE FROM sessions WHERE uid = $1');

export async function deleteSessions(db: Database, uid: string): Promise<void> {
  await db.run(removeAll, [uid]);
}

// No index finds expired sessions: one on the last use would cost a write for every use.
const removeExpired = statement(
  'delete-expired-sessions',
  `WITH looked AS MATERIALIZED (
     SELECT token_hash, expires_at < $2 OR last_seen_at < $3 AS over FROM sessions
     WHERE token_hash > $1 ORDER BY token_hash LIMIT ${removalBatch}
   ), removed AS (
     DELETE FROM sessions WHERE token_hash IN (SELECT token_hash FROM looked WHERE over)
   )
   SELECT token_hash FROM looked ORDER BY token_hash DESC LIMIT 1`,
);

export async function deleteExpiredSessions(db: Database, now: Date, idleSince: Date): Promise<void> {
  for (let last: Buffer | undefined = Buffer.alloc(0); last;) {
    const rows: { token_hash: Buffer }[] = await db.run(removeExpired, [last, now, idleSince]);
    last = rows[0]?.token_hash;
  }
}
