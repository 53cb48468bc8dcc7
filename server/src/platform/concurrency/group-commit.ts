import { isDatabaseUnavailable } from '../postgres/database.ts';
import { Overloaded } from './gate.ts';

type Caller<Result> = { resolve: (result: Result) => void; reject: (error: unknown) => void };
type Group<Item, Result> = { items: Item[]; callers: Caller<Result>[] };
type Queue<Item, Result> = { groups: Group<Item, Result>[]; lastAt: number; onEnough: () => void };

export type GroupCommitOptions<Item, Result> = {
  fits: (items: readonly Item[], item: Item) => boolean;
  write: (key: string, items: readonly Item[]) => Promise<readonly Result[]>;
  /**
   * While items of a key keep coming, its transactions begin this many milliseconds apart, unless enough wait;
   * up to three times as many when the transactions are slow.
   */
  gatherMs?: number;
};

// Nobody feels it in an answer that comes over a network.
const defaultGatherMs = 30;
// More items would hardly make each of them cheaper.
const enoughItems = 16;
const longestLeaveOut = 2_048;

/**
 * Writes a group in one transaction. When an item is refused, each gets its own transaction, so that the
 * others are written. @throws the error of a database that is unavailable or overloaded, before anything is
 * written
 */
export async function writeSettled<Item, Result>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<PromiseSettledResult<Result>[]> {
  try {
    return (await write(items)).map((value) => ({ status: 'fulfilled', value }));
  } catch (error) {
    if (isOutage(error)) throw error;
    if (items.length === 1) return [{ status: 'rejected', reason: error }];
  }
  const results: PromiseSettledResult<Result>[] = [];
  let outage: PromiseRejectedResult | undefined;
  for (const item of items) {
    const [result] = outage
      ? [outage]
      : await Promise.allSettled([write([item]).then(([value]) => value as Result)]);
    results.push(result);
    // The other items would each run into the same time-out.
    if (result.status === 'rejected' && isOutage(result.reason)) outage = result;
  }
  return results;
}

/**
 * While a key's transaction runs, further items of that key wait and share the next one: a hot row costs one
 * update for many writes, and the writes of a key keep their order. The first transaction waits for the others
 * of its turn of the event loop. While items keep coming, the next one waits a moment for more of them, since
 * it costs nearly the same for one item as for ten (decision 0060).
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  readonly #queues = new Map<string, Queue<Item, Result>>();
  readonly #patience = new Patience();

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
  }

  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const runningQueue = this.#queues.get(key);
      const queue = runningQueue ?? { groups: [], lastAt: 0, onEnough: () => {} };
      let group = queue.groups.at(-1);
      if (!group || !this.#options.fits(group.items, item)) {
        group = { items: [], callers: [] };
        queue.groups.push(group);
      }
      group.items.push(item);
      group.callers.push({ resolve, reject });
      queue.lastAt = performance.now();
      if (hasEnough(queue)) queue.onEnough();
      if (runningQueue) return;
      this.#queues.set(key, queue);
      setImmediate(() => void this.#drain(key, queue));
    });
  }

  async #drain(key: string, queue: Queue<Item, Result>): Promise<void> {
    const { write, gatherMs = defaultGatherMs } = this.#options;
    const { groups } = queue;
    for (let group = groups.shift(); group; group = groups.shift()) {
      const startedAt = performance.now();
      try {
        const results = await write(key, group.items);
        group.callers.forEach(({ resolve }, i) => resolve(results[i] as Result));
      } catch (error) {
        // Waiting groups would each run into the same time-out.
        const failedGroups = isOutage(error) ? [group, ...groups.splice(0)] : [group];
        for (const { callers } of failedGroups) for (const { reject } of callers) reject(error);
      }
      const isBusy = group.items.length > 1 || groups.length > 0;
      const tookMs = performance.now() - startedAt;
      if (isBusy && !hasEnough(queue)) await this.#gather(queue, startedAt + gapMs(tookMs, gatherMs));
    }
    this.#queues.delete(key);
  }

  async #gather(queue: Queue<Item, Result>, until: number): Promise<void> {
    const from = performance.now();
    if (from >= until || !this.#patience.shouldWait()) return;
    const isEnough = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), until - from);
      queue.onEnough = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
    queue.onEnough = () => {};
    this.#patience.note(isEnough || queue.lastAt > from + (until - from) / 3);
  }
}

/** Each further try would wait in vain for as long. */
function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) || error instanceof Overloaded;
}

// Transactions are slow when the machine is busy, and fewer of them leave more of it for readers.
function gapMs(tookMs: number, gatherMs: number): number {
  return Math.min(Math.max(4 * tookMs, gatherMs), 3 * gatherMs);
}

function hasEnough<Item, Result>({ groups }: Queue<Item, Result>): boolean {
  return groups.length > 1 || (groups[0]?.items.length ?? 0) >= enoughItems;
}

/**
 * Waiting pays while items keep coming. When all their senders wait for an answer themselves, nothing more
 * comes: after two waits in vain the next ones are left out, twice as many each time.
 */
class Patience {
  #vainWaits = 0;
  #leftOut = 0;

  shouldWait(): boolean {
    if (this.#leftOut === 0) return true;
    this.#leftOut -= 1;
    return false;
  }

  note(pays: boolean): void {
    this.#vainWaits = pays ? 0 : this.#vainWaits + 1;
    if (this.#vainWaits > 1) this.#leftOut = Math.min(8 * 2 ** this.#vainWaits, longestLeaveOut);
  }
}
