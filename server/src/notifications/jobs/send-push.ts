import type { PushPreferences } from '../../../../contract/src/calls/push.ts';
import { quietUntil } from '../../../../contract/src/rules/push-preferences.ts';
import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers, isHidden } from '../../people/store/users.ts';
import type { PushOutcome, PushSender } from '../../platform/push/push-sender.ts';
import { forgetDevices, signedInDevices } from '../actions/push-devices.ts';
import { holdBack, tryAgain } from '../actions/push-queue.ts';
import { markTold, postpone, type PushDeviceRow } from '../store/push-devices.ts';
import type { NotificationReads } from '../views/notification-reads.ts';
import { pushMessage } from '../views/push-messages.ts';
import { pushPreferences } from '../views/push-preferences.ts';

type Parts = Writes & {
  reads: NotificationReads;
  push: PushSender | null;
  siteName: string;
  log: { warn: (detail: object, message: string) => void };
};

const dayMs = 24 * 3_600_000;
const attemptsMax = 5;
const firstPauseMs = 15_000;

/**
 * Tells a user's devices what is new and unread, in one message. What a device was sent stands with the device, so that
 * one whose push service is not ready is told later without the others hearing it twice.
 */
export async function sendPush(parts: Parts, { uid, deviceId }: JobPayloads['send-push']): Promise<void> {
  const { db, push, now } = parts;
  const [user] = await findUsers(db, [uid]);
  if (!push || !user || isHidden(user)) return;
  const preferences = await pushPreferences(parts, uid);
  const at = now();
  const until = quietUntil(preferences.quiet, at);
  if (until) return holdBack(db, uid, until);
  const devices = await signedInDevices(parts, uid);
  const isAsked = (device: PushDeviceRow) =>
    deviceId === undefined ? (device.retry_at?.getTime() ?? 0) <= at.getTime() : device.id === deviceId;
  await Promise.all(
    devices.filter(isAsked).map((device) => tellDevice({ ...parts, push }, uid, device, preferences)),
  );
}

async function tellDevice(
  parts: Parts & { push: PushSender },
  uid: string,
  device: PushDeviceRow,
  preferences: PushPreferences,
): Promise<void> {
  const { db, reads, push, siteName, now } = parts;
  // Older than a day it is no news any more.
  const after = { id: device.told_until, at: new Date(now().getTime() - dayMs) };
  const { payload, until } = await pushMessage(reads, uid, { siteName, preferences, after });
  if (payload === null) return markTold(db, uid, device.id, until);
  const message = { text: JSON.stringify(payload), topic: payload.tag };
  const outcome = await push.send(device.subscription, message);
  await settle(parts, uid, device, { outcome, until });
}

async function settle(
  parts: Parts,
  uid: string,
  device: PushDeviceRow,
  { outcome, until }: { outcome: PushOutcome; until: string },
): Promise<void> {
  const { db, log, now } = parts;
  // Never the endpoint itself: whoever knows it can address the device.
  const { host } = new URL(device.subscription.endpoint);
  switch (outcome.kind) {
    case 'gone':
      return forgetDevices(parts, uid, [device.id]);
    case 'refused':
      log.warn({ host, status: outcome.status }, 'a push service refused a message');
      return markTold(db, uid, device.id, until);
    case 'sent':
      return markTold(db, uid, device.id, until);
    case 'later': {
      const attempts = device.attempts + 1;
      const pauseMs = Math.max(outcome.afterMs ?? 0, firstPauseMs * 4 ** (attempts - 1));
      if (attempts >= attemptsMax || pauseMs > dayMs) {
        log.warn({ host, status: outcome.status }, 'a push service did not take a message in five tries');
        return markTold(db, uid, device.id, until);
      }
      const retryAt = new Date(now().getTime() + pauseMs);
      await postpone(db, uid, device.id, { attempts, retryAt });
      return tryAgain(db, uid, device.id, retryAt);
    }
  }
}
