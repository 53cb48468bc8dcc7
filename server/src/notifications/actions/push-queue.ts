import { LRUCache } from 'lru-cache';

import type { Bus } from '../../kernel/bus.ts';
import { addJob, removeJob } from '../../kernel/store/jobs.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findDeviceOwners } from '../store/push-devices.ts';

/** What comes within this time becomes one message. */
const gatherMs = 3_000;
/** The notification of a transaction that began so long before its job is committed when the job looks. */
const safeMs = 1_500;
// Two, so that they leave room for other jobs, and one silent push service for the other half.
const queueOf = (uid: string) => `push ${parseInt(uid.slice(-1), 16) % 2}`;

/**
 * Enqueues the jobs that tell people's devices what happened, in the transaction of what happened. Who has no device,
 * or a job that waits already, costs nothing: both are known without asking.
 */
export class PushQueue {
  readonly #now: () => Date;
  readonly #hasDevice = new LRUCache<string, boolean>({ max: 50_000, ttl: 60_000, ttlResolution: 1_000 });
  readonly #waitsUntil = new LRUCache<string, number>({ max: 50_000, ttl: 60_000, ttlResolution: 1_000 });
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
    // Only after the commit is it sure that the job is there.
    bus.on('notified', ({ uid, pushAt }) => {
      if (pushAt !== undefined) this.#waitsUntil.set(uid, pushAt);
    });
  }

  /** Whether it is known without asking that `add` has nothing to do for these users. */
  isIdle(uids: readonly string[]): boolean {
    const now = this.#now().getTime();
    return uids.every((uid) => this.#isWaiting(uid, now) || this.#hasDevice.get(uid) === false);
  }

  /** Makes sure that these users' devices are told soon. @returns when, by user, where a job was enqueued */
  async add(tx: Database, uids: readonly string[]): Promise<Map<string, Date>> {
    const now = this.#now().getTime();
    const due = new Map<string, Date>();
    const asked = [...new Set(uids)].filter((uid) => !this.#isWaiting(uid, now));
    // In one order, so that two crowds that call the same people never wait for each other.
    for (const uid of (await this.#withDevice(tx, asked)).toSorted())
      due.set(uid, await enqueue(tx, uid, now));
    return due;
  }

  // Whether a job waits that will see what is committed soon.
  #isWaiting(uid: string, now: number): boolean {
    return (this.#waitsUntil.get(uid) ?? 0) >= now + safeMs;
  }

  async #withDevice(tx: Database, uids: readonly string[]): Promise<string[]> {
    const known = new Map(uids.map((uid) => [uid, this.#hasDevice.get(uid)]));
    const unknown = uids.filter((uid) => known.get(uid) === undefined);
    if (unknown.length > 0) {
      const before = this.#changes;
      const found = await findDeviceOwners(tx, unknown);
      for (const uid of unknown) {
        known.set(uid, found.has(uid));
        // What changed while it was read is read again the next time.
        if (before === this.#changes) this.#hasDevice.set(uid, found.has(uid));
      }
    }
    return uids.filter((uid) => known.get(uid));
  }
}

/** Tells all of a user's devices soon, also what a job holds back until later. */
export async function sendHeldBack(tx: Database, uid: string, at: Date): Promise<void> {
  await removeJob(tx, keyOf(uid));
  await enqueue(tx, uid, at.getTime());
}

/** Holds back what a user's devices would be sent until the quiet hours are over. */
export async function holdBack(db: Database, uid: string, until: Date): Promise<void> {
  await addJob(db, 'send-push', { uid }, { key: keyOf(uid), runAt: until, queue: queueOf(uid) });
}

/** Tries again to tell one device, whose push service was not ready. */
export async function tryAgain(db: Database, uid: string, deviceId: string, runAt: Date): Promise<void> {
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
    { key: keyOf(uid), runAt: new Date(now + gatherMs), queue: queueOf(uid) },
  );
}

const keyOf = (uid: string) => `send-push ${uid}`;
