import { type Database, statement } from '../platform/database.ts';

export type SessionRow = { uid: string; last_seen_at: Date; expires_at: Date };

const insert = statement(
  'insert-session',
  `INSERT INTO sessions (token_hash, uid, created_at, last_seen_at, expires_at) VALUES ($1, $2, $3, $3, $4)`,
);

export async function insertSession(
  db: Database,
  session: { tokenHash: Buffer; uid: string; at: Date; expiresAt: Date },
): Promise<void> {
  await db.run(insert, [session.tokenHash, session.uid, session.at, session.expiresAt]);
}

const find = statement(
  'find-session',
  'SELECT uid, last_seen_at, expires_at FROM sessions WHERE token_hash = $1',
);

export async function findSession(db: Database, tokenHash: Buffer): Promise<SessionRow | null> {
  return (await db.run<SessionRow>(find, [tokenHash]))[0] ?? null;
}

const findLive = statement(
  'find-live-sessions',
  `SELECT token_hash FROM sessions
   WHERE token_hash = ANY($1::bytea[]) AND expires_at > $2 AND last_seen_at > $3`,
);

/** Which of these sessions last: not past their end, and used since `idleSince`. In base64url. */
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

const remove = statement('delete-session', 'DELETE FROM sessions WHERE token_hash = $1');

export async function deleteSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.run(remove, [tokenHash]);
}

const removeAll = statement('delete-sessions', 'DELETE FROM sessions WHERE uid = $1');

export async function deleteSessions(db: Database, uid: string): Promise<void> {
  await db.run(removeAll, [uid]);
}

const removeExpired = statement(
  'delete-expired-sessions',
  'DELETE FROM sessions WHERE expires_at < $1 OR last_seen_at < $2',
);

export async function deleteExpiredSessions(db: Database, now: Date, idleSince: Date): Promise<void> {
  await db.run(removeExpired, [now, idleSince]);
}
