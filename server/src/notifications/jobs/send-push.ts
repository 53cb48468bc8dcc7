import type { PushPreferences } from '../../../../contract/src/calls/push.ts';
import { quietUntil } from '../../../../contract/src/rules/push-preferences.ts';
import { firstIdAt, idTime } from '../../kernel/ids.ts';
import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers, isHidden } from '../../people/store/users.ts';
import type { PushOutcome, PushSender } from '../../platform/push/push-sender.ts';
import { removeDevices, signedInDevices } from '../actions/push-devices.ts';
import { continuePush, holdPush, retryPush } from '../actions/push-queue.ts';
import { markPushed, scheduleRetry, type PushDeviceRow } from '../store/push-devices.ts';
import type { NotificationReads } from '../views/notification-reads.ts';
import { pushMessage, type PushStart } from '../views/push-messages.ts';
import { pushPreferences } from '../views/push-preferences.ts';

type Dependencies = Writes & {
  reads: NotificationReads;
  push: PushSender | null;
  siteName: string;
  log: { warn: (detail: object, message: string) => void };
};

const maxAgeMs = 24 * 3_600_000;
/** The last push under a clock that was ahead may have been this long ago. */
const marginMs = 60_000;
const maxAttempts = 5;
const firstBackoffMs = 15_000;

/**
 * One message per device. The position is stored per device, so a retry for one device does not repeat the
 * message on the others.
 */
export async function sendPush(
  parts: Dependencies,
  { uid, deviceId }: JobPayloads['send-push'],
): Promise<void> {
  const { db, push, now } = parts;
  const [user] = await findUsers(db, [uid]);
  if (!push || !user || isHidden(user)) return;
  const preferences = await pushPreferences(parts, uid);
  const at = now();
  const until = quietUntil(preferences.quiet, at);
  if (until) return holdPush(db, uid, until);
  const devices = await signedInDevices(parts, uid);
  const isDue = (device: PushDeviceRow) =>
    deviceId === undefined ? (device.retry_at?.getTime() ?? 0) <= at.getTime() : device.id === deviceId;
  await Promise.all(
    devices.filter(isDue).map((device) => pushToDevice({ ...parts, push }, uid, device, preferences)),
  );
}

async function pushToDevice(
  parts: Dependencies & { push: PushSender },
  uid: string,
  device: PushDeviceRow,
  preferences: PushPreferences,
): Promise<void> {
  const { db, reads, push, siteName, now } = parts;
  const after = startOf(device, now());
  const { payload, until, hasMore } = await pushMessage(reads, uid, { siteName, preferences, after });
  // Before the position is stored: then this job would no longer see that more is left.
  if (hasMore && until !== after.id) await continuePush(db, uid, now());
  if (payload === null) return markPushed(db, uid, device.id, until);
  const message = { text: JSON.stringify(payload), topic: payload.tag };
  const outcome = await push.send(device.subscription, message);
  await recordOutcome(parts, uid, device, { outcome, until });
}

function startOf({ told_until: until }: PushDeviceRow, now: Date): PushStart {
  const oldestMs = now.getTime() - maxAgeMs;
  // An id of the future comes from a clock that was ahead: what came since then has lower ones.
  const id = idTime(until) > now.getTime() ? firstIdAt(now.getTime() - marginMs) : until;
  const oldest = firstIdAt(oldestMs);
  // Older unread ones would all be read on the way.
  return { id: id > oldest ? id : oldest, at: new Date(oldestMs), now };
}

async function recordOutcome(
  parts: Dependencies,
  uid: string,
  device: PushDeviceRow,
  { outcome, until }: { outcome: PushOutcome; until: string },
): Promise<void> {
  const { db, log, now } = parts;
  // Never log the endpoint: it is enough to address the device.
  const { host } = new URL(device.subscription.endpoint);
  switch (outcome.kind) {
    case 'gone':
      return removeDevices(parts, uid, [device.id]);
    case 'refused':
      log.warn({ host, status: outcome.status }, 'a push service refused a message');
      return markPushed(db, uid, device.id, until);
    case 'sent':
      return markPushed(db, uid, device.id, until);
    case 'later': {
      const attempts = device.attempts + 1;
      const backoffMs = Math.max(outcome.afterMs ?? 0, firstBackoffMs * 4 ** (attempts - 1));
      if (attempts >= maxAttempts || backoffMs > maxAgeMs) {
        log.warn({ host, status: outcome.status }, 'a push service failed five times');
        return markPushed(db, uid, device.id, until);
      }
      const retryAt = new Date(now().getTime() + backoffMs);
      // The job first: once the time is stored, this job leaves the device to that one, also when it runs again.
      await retryPush(db, uid, device.id, retryAt);
      return scheduleRetry(db, uid, device.id, { attempts, retryAt });
    }
  }
}
