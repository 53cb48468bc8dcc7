import { isDatabaseUnavailable } from '../postgres/database.ts';

type Caller<Result> = { resolve: (result: Result) => void; reject: (error: unknown) => void };
type Group<Item, Result> = { items: Item[]; callers: Caller<Result>[] };

export type GroupCommitOptions<Item, Result> = {
  fits: (items: readonly Item[], item: Item) => boolean;
  write: (key: string, items: readonly Item[]) => Promise<readonly Result[]>;
};

/**
 * Writes a group in one transaction. When an item is refused, each gets its own transaction, so that the
 * others are written. @throws the error of a database that is unavailable, before anything is written
 */
export async function writeSettled<Item, Result>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<PromiseSettledResult<Result>[]> {
  try {
    return (await write(items)).map((value) => ({ status: 'fulfilled', value }));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
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
    if (result.status === 'rejected' && isDatabaseUnavailable(result.reason)) outage = result;
  }
  return results;
}

/**
 * While a key's transaction runs, further items of that key wait and share the next one: a hot row costs one
 * update for many writes, and the writes of a key keep their order.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  readonly #queues = new Map<string, Group<Item, Result>[]>();

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
  }

  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const runningQueue = this.#queues.get(key);
      const queue = runningQueue ?? [];
      let group = queue.at(-1);
      if (!group || !this.#options.fits(group.items, item)) {
        group = { items: [], callers: [] };
        queue.push(group);
      }
      group.items.push(item);
      group.callers.push({ resolve, reject });
      if (runningQueue) return;
      this.#queues.set(key, queue);
      void this.#drain(key, queue);
    });
  }

  async #drain(key: string, queue: Group<Item, Result>[]): Promise<void> {
    for (let group = queue.shift(); group; group = queue.shift()) {
      try {
        const results = await this.#options.write(key, group.items);
        group.callers.forEach(({ resolve }, i) => resolve(results[i] as Result));
      } catch (error) {
        // Waiting groups would each run into the same time-out.
        const failedGroups = isDatabaseUnavailable(error) ? [group, ...queue.splice(0)] : [group];
        for (const { callers } of failedGroups) for (const { reject } of callers) reject(error);
      }
    }
    this.#queues.delete(key);
  }
}
