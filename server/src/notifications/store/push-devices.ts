import { createHash } from 'node:crypto';

import type { PushSubscription } from '../../../../contract/src/calls/push.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

export type PushDeviceRow = {
  id: string;
  subscription: PushSubscription;
  session_hash: Buffer;
  /** The newest notification pushed to the device. */
  told_until: string;
  attempts: number;
  retry_at: Date | null;
};

/** From the SHA-256 of the endpoint, so that it is the same for every user. */
export function deviceIdOf(endpoint: string): string {
  const digits = createHash('sha256').update(endpoint).digest('hex').slice(0, 32);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const lock = statement('lock-push-device', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');

export async function lockDevice(db: Database, id: string): Promise<void> {
  await db.run(lock, [id]);
}

const takeFromOthers = statement(
  'take-push-device-from-others',
  'DELETE FROM push_subscriptions WHERE id = $1 AND uid <> $2 RETURNING uid',
);

/** Queries every shard. @returns the previous owners */
export async function removeDeviceFromOthers(db: Database, id: string, uid: string): Promise<string[]> {
  return (await db.run<{ uid: string }>(takeFromOthers, [id, uid])).map((row) => row.uid);
}

const save = statement(
  'save-push-device',
  `INSERT INTO push_subscriptions AS old
     (uid, id, endpoint, subscription, session_hash, told_until, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
   ON CONFLICT (uid, id) DO UPDATE SET
     subscription = $4, session_hash = $5, updated_at = $7, attempts = 0, retry_at = NULL`,
);

export async function saveDevice(
  db: Database,
  device: {
    uid: string;
    id: string;
    subscription: PushSubscription;
    sessionHash: Buffer;
    pushedUntil: string;
    at: Date;
  },
): Promise<void> {
  const { uid, id, subscription, sessionHash, pushedUntil, at } = device;
  await db.run(save, [uid, id, subscription.endpoint, subscription, sessionHash, pushedUntil, at]);
}

const keepNewest = statement(
  'keep-newest-push-devices',
  `DELETE FROM push_subscriptions WHERE uid = $1 AND id NOT IN (
     SELECT id FROM push_subscriptions WHERE uid = $1 ORDER BY updated_at DESC, id DESC LIMIT 10
   )`,
);

export async function keepNewestDevices(db: Database, uid: string): Promise<void> {
  await db.run(keepNewest, [uid]);
}

const find = statement(
  'find-push-devices',
  `SELECT id, subscription, session_hash, told_until, attempts, retry_at FROM push_subscriptions WHERE uid = $1`,
);

export function findDevices(db: Database, uid: string): Promise<PushDeviceRow[]> {
  return db.run<PushDeviceRow>(find, [uid]);
}

const findOwners = statement(
  'find-push-device-owners',
  'SELECT DISTINCT uid FROM push_subscriptions WHERE uid = ANY($1::uuid[])',
);

export async function findDeviceOwners(db: Database, uids: readonly string[]): Promise<Set<string>> {
  const rows = await db.run<{ uid: string }>(findOwners, [uids]);
  return new Set(rows.map((row) => row.uid));
}

const removeThese = statement(
  'delete-push-devices',
  'DELETE FROM push_subscriptions WHERE uid = $1 AND id = ANY($2::uuid[]) RETURNING id',
);

export async function deleteDevices(db: Database, uid: string, ids: readonly string[]): Promise<boolean> {
  return (await db.run(removeThese, [uid, ids])).length > 0;
}

const removeOfSessions = statement(
  'delete-push-devices-of-sessions',
  'DELETE FROM push_subscriptions WHERE uid = $1 AND session_hash = ANY($2::bytea[]) RETURNING id',
);

export async function deleteDevicesOfSessions(
  db: Database,
  uid: string,
  sessionHashes: readonly Buffer[],
): Promise<boolean> {
  return (await db.run(removeOfSessions, [uid, sessionHashes])).length > 0;
}

const moveOfSession = statement(
  'move-push-devices-of-session',
  'UPDATE push_subscriptions SET session_hash = $3 WHERE uid = $1 AND session_hash = $2',
);

export async function moveDevicesOfSession(
  db: Database,
  uid: string,
  former: Buffer,
  sessionHash: Buffer,
): Promise<void> {
  await db.run(moveOfSession, [uid, former, sessionHash]);
}

const removeAll = statement('delete-all-push-devices', 'DELETE FROM push_subscriptions WHERE uid = $1');

export async function deleteDevicesOf(db: Database, uid: string): Promise<void> {
  await db.run(removeAll, [uid]);
}

// The endpoint of the newest device is the token on the profile.
const setLast = statement(
  'set-last-push-token',
  `UPDATE users SET push_tokens_updated_at = $2, last_push_token = (
     SELECT endpoint FROM push_subscriptions WHERE uid = $1 ORDER BY updated_at DESC, id DESC LIMIT 1
   ) WHERE uid = $1`,
);

export async function setLastPushToken(db: Database, uid: string, at: Date): Promise<void> {
  await db.run(setLast, [uid, at]);
}

const setPushed = statement(
  'set-push-device-notified',
  `UPDATE push_subscriptions SET told_until = $3, attempts = 0, retry_at = NULL WHERE uid = $1 AND id = $2`,
);

export async function markPushed(db: Database, uid: string, id: string, pushedUntil: string): Promise<void> {
  await db.run(setPushed, [uid, id, pushedUntil]);
}

const setRetry = statement(
  'set-push-device-retry',
  'UPDATE push_subscriptions SET attempts = $3, retry_at = $4 WHERE uid = $1 AND id = $2',
);

export async function scheduleRetry(
  db: Database,
  uid: string,
  id: string,
  { attempts, retryAt }: { attempts: number; retryAt: Date },
): Promise<void> {
  await db.run(setRetry, [uid, id, attempts, retryAt]);
}
