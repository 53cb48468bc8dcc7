import type { Bus } from '../../kernel/bus.ts';
import { addJob, removeJob } from '../../kernel/store/jobs.ts';
import { SieveCache } from '../../platform/concurrency/sieve-cache.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findDeviceOwners } from '../store/push-devices.ts';

/** Notifications within this time become one push. */
const batchMs = 3_000;
/** Safety margin: a job due this much later is sure to see the committed notification. */
const safetyMs = 1_500;
// Two queues: a silent push service blocks half of the users, and other jobs keep their slots.
const queueOf = (uid: string) => `push ${parseInt(uid.slice(-1), 16) % 2}`;

/** Users without a device, or with a job already waiting, cost no query: both are cached. */
export class PushQueue {
  readonly #now: () => Date;
  readonly #hasDevice = new SieveCache<boolean>({ max: 50_000, ttl: 60_000 });
  readonly #waitsUntil = new SieveCache<number>({ max: 50_000, ttl: 60_000 });
  #changes = 0;

  constructor({ bus, now }: { bus: Bus; now: () => Date }) {
    this.#now = now;
    bus.onStale(
      'devices',
      (uids) => {
        this.#changes++;
        for (const uid of uids) {
          this.#hasDevice.delete(uid);
          this.#waitsUntil.delete(uid);
        }
      },
      () => {
        this.#changes++;
        this.#hasDevice.clear();
        this.#waitsUntil.clear();
      },
    );
    // Only after the commit is the job certain to exist.
    bus.on('notified', ({ uid, pushAt }) => {
      if (pushAt !== undefined) this.#waitsUntil.set(uid, pushAt);
    });
  }

  /** The cache alone shows that `add` has nothing to do for these users. */
  isIdle(uids: readonly string[]): boolean {
    const now = this.#now().getTime();
    return uids.every((uid) => this.#isWaiting(uid, now) || this.#hasDevice.get(uid) === false);
  }

  async add(tx: Database, uids: readonly string[]): Promise<Map<string, Date>> {
    const now = this.#now().getTime();
    const due = new Map<string, Date>();
    const candidates = [...new Set(uids)].filter((uid) => !this.#isWaiting(uid, now));
    // Sorted, so that transactions notifying the same users cannot deadlock.
    for (const uid of (await this.#withDevice(tx, candidates)).toSorted())
      due.set(uid, await enqueue(tx, uid, now));
    return due;
  }

  // The job must run late enough to see the notification that is about to be committed.
  #isWaiting(uid: string, now: number): boolean {
    return (this.#waitsUntil.get(uid) ?? 0) >= now + safetyMs;
  }

  async #withDevice(tx: Database, uids: readonly string[]): Promise<string[]> {
    const hasDevice = new Map(uids.map((uid) => [uid, this.#hasDevice.get(uid)]));
    const uncachedUids = uids.filter((uid) => hasDevice.get(uid) === undefined);
    if (uncachedUids.length > 0) {
      const before = this.#changes;
      const owners = await findDeviceOwners(tx, uncachedUids);
      for (const uid of uncachedUids) {
        hasDevice.set(uid, owners.has(uid));
        // Race: a device changed during the read, so do not cache it.
        if (before === this.#changes) this.#hasDevice.set(uid, owners.has(uid));
      }
    }
    return uids.filter((uid) => hasDevice.get(uid));
  }
}

export async function releaseHeldPush(tx: Database, uid: string, at: Date): Promise<void> {
  await removeJob(tx, keyOf(uid));
  await enqueue(tx, uid, at.getTime());
}

export async function holdPush(db: Database, uid: string, until: Date): Promise<void> {
  await addJob(db, 'send-push', { uid }, { key: keyOf(uid), runAt: until, queue: queueOf(uid) });
}

/** For the notifications that were too many for one job. */
export async function continuePush(db: Database, uid: string, at: Date): Promise<void> {
  await enqueue(db, uid, at.getTime());
}

export async function retryPush(db: Database, uid: string, deviceId: string, runAt: Date): Promise<void> {
  await addJob(
    db,
    'send-push',
    { uid, deviceId },
    { key: `${keyOf(uid)} ${deviceId}`, runAt, queue: queueOf(uid) },
  );
}

function enqueue(db: Database, uid: string, now: number): Promise<Date> {
  return addJob(
    db,
    'send-push',
    { uid },
    { key: keyOf(uid), runAt: new Date(now + batchMs), queue: queueOf(uid) },
  );
}

const keyOf = (uid: string) => `send-push ${uid}`;
