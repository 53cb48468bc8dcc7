import { isDatabaseUnavailable } from '../postgres/database.ts';

type Waiting<Result> = { resolve: (result: Result) => void; reject: (error: unknown) => void };
type Group<Item, Result> = { items: Item[]; waiting: Waiting<Result>[] };

export type GroupCommitOptions<Item, Result> = {
  fits: (items: readonly Item[], item: Item) => boolean;
  /** Writes a group in one transaction. @returns the result of each item, in order */
  write: (key: string, items: readonly Item[]) => Promise<readonly Result[]>;
};

/**
 * Writes a group in one transaction. When one of its items is refused, each gets a transaction, so that the others are
 * written. @throws the error of a database that is unavailable, before anything is written
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
  let lost: PromiseRejectedResult | undefined;
  for (const item of items) {
    const [result] = lost
      ? [lost]
      : await Promise.allSettled([write([item]).then(([value]) => value as Result)]);
    results.push(result);
    // The rest would each run into the same time-out.
    if (result.status === 'rejected' && isDatabaseUnavailable(result.reason)) lost = result;
  }
  return results;
}

/**
 * Group commit by key. While a key's transaction runs, further items of that key wait and share the next one: a hot
 * row costs one update for many writes, and the writes of a key keep their order.
 */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  readonly #queues = new Map<string, Group<Item, Result>[]>();

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
  }

  /** Resolves with the item's result after the commit; rejects with the error of its group. */
  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const running = this.#queues.get(key);
      const queue = running ?? [];
      let group = queue.at(-1);
      if (!group || !this.#options.fits(group.items, item)) {
        group = { items: [], waiting: [] };
        queue.push(group);
      }
      group.items.push(item);
      group.waiting.push({ resolve, reject });
      if (running) return;
      this.#queues.set(key, queue);
      void this.#drain(key, queue);
    });
  }

  async #drain(key: string, queue: Group<Item, Result>[]): Promise<void> {
    for (let group = queue.shift(); group; group = queue.shift()) {
      try {
        const results = await this.#options.write(key, group.items);
        group.waiting.forEach(({ resolve }, i) => resolve(results[i] as Result));
      } catch (error) {
        // Waiting groups would each run into the same time-out.
        const failed = isDatabaseUnavailable(error) ? [group, ...queue.splice(0)] : [group];
        for (const { waiting } of failed) for (const { reject } of waiting) reject(error);
      }
    }
    this.#queues.delete(key);
  }
}
