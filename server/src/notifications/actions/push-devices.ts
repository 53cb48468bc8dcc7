import type { PushPreferences, PushSubscription } from '../../../../contract/src/calls/push.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { newId } from '../../kernel/ids.ts';
import type { Session } from '../../kernel/session.ts';
import type { Writes } from '../../kernel/writes.ts';
import { updatePushPreferences } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { arePushKeys } from '../../platform/push/push-keys.ts';
import { isPushEndpoint } from '../../platform/push/push-sender.ts';
import { tokenHash } from '../../platform/secrets/tokens.ts';
import { sessionLife } from '../../sessions/actions/sessions.ts';
import { findLiveSessions } from '../../sessions/store/sessions.ts';
import {
  deleteDevices,
  deleteDevicesOfSessions,
  deviceIdOf,
  findDevices,
  keepNewestDevices,
  lockDevice,
  moveDevicesOfSession,
  type PushDeviceRow,
  saveDevice,
  setLastPushToken,
  removeDeviceFromOthers,
} from '../store/push-devices.ts';
import { releaseHeldPush } from './push-queue.ts';

/**
 * The device gets pushes while its session lasts. It belongs to one user: registering takes it from the
 * previous owner. An eleventh device replaces the oldest.
 */
export async function registerDevice(
  { transaction }: Writes,
  { uid, tokenHash }: Session,
  subscription: PushSubscription,
): Promise<void> {
  const { endpoint, keys } = subscription;
  if (!isPushEndpoint(endpoint) || !arePushKeys(keys)) throw new Problem('invalid-argument');
  const id = deviceIdOf(endpoint);
  const sessionHash = Buffer.from(tokenHash, 'base64url');
  await transaction(async (tx) => {
    const { at } = tx;
    await lockDevice(tx, id);
    const others = await removeDeviceFromOthers(tx, id, uid);
    await saveDevice(tx, { uid, id, subscription, sessionHash, pushedUntil: newId(at), at });
    await keepNewestDevices(tx, uid);
    for (const owner of [uid, ...others].toSorted()) {
      await setLastPushToken(tx, owner, at);
      tx.fact({ type: 'devices-changed', uid: owner });
    }
  });
}

export async function removeDevice(writes: Writes, uid: string, endpoint: string): Promise<void> {
  await removeDevices(writes, uid, [deviceIdOf(endpoint)]);
}

export async function removeDevices(writes: Writes, uid: string, ids: readonly string[]): Promise<void> {
  await removeBy(writes, uid, (tx) => deleteDevices(tx, uid, ids));
}

export async function removeDevicesOfSessions(
  writes: Writes,
  uid: string,
  tokenHashes: readonly string[],
): Promise<void> {
  const sessionHashes = tokenHashes.map((hash) => Buffer.from(hash, 'base64url'));
  await removeBy(writes, uid, (tx) => deleteDevicesOfSessions(tx, uid, sessionHashes));
}

/** Between the sessions of two tokens. */
export async function moveDevices(
  { db }: Writes,
  uid: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await moveDevicesOfSession(db, uid, tokenHash(from), tokenHash(to));
}

export async function signedInDevices(writes: Writes, uid: string): Promise<PushDeviceRow[]> {
  const { db, now } = writes;
  const devices = await findDevices(db, uid);
  if (devices.length === 0) return [];
  const hashes = devices.map((device) => device.session_hash);
  const idleSince = new Date(now().getTime() - sessionLife.idleMs);
  const live = await findLiveSessions(db, hashes, { now: now(), idleSince });
  const isLive = (device: PushDeviceRow) => live.has(device.session_hash.toString('base64url'));
  const signedOutDevices = devices.filter((device) => !isLive(device));
  if (signedOutDevices.length > 0) {
    await removeDevices(
      writes,
      uid,
      signedOutDevices.map((device) => device.id),
    );
  }
  return devices.filter(isLive);
}

/** Held-back pushes follow the new preferences. */
export async function choosePushPreferences(
  { transaction }: Writes,
  uid: string,
  preferences: PushPreferences,
): Promise<void> {
  const { quiet } = preferences;
  if (quiet && quiet.from === quiet.to) {
    throw new Problem(
      'invalid-argument',
      'El horario de silencio tiene que empezar y terminar a horas distintas.',
    );
  }
  await transaction(async (tx) => {
    await updatePushPreferences(tx, uid, preferences);
    await releaseHeldPush(tx, uid, tx.at);
    tx.fact({ type: 'devices-changed', uid });
  });
}

async function removeBy(
  { transaction }: Writes,
  uid: string,
  remove: (tx: Database) => Promise<boolean>,
): Promise<void> {
  await transaction(async (tx) => {
    if (!(await remove(tx))) return;
    await setLastPushToken(tx, uid, tx.at);
    tx.fact({ type: 'devices-changed', uid });
  });
}
