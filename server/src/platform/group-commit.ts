import { isDatabaseUnavailable } from './database.ts';

type Waiting = { resolve: () => void; reject: (error: unknown) => void };
type Group<Item> = { items: Item[]; waiting: Waiting[] };

export type GroupCommitOptions<Item> = {
  /** Whether an item may join the newest group that still waits. */
  fits: (items: readonly Item[], item: Item) => boolean;
  /** Writes a group in one transaction. */
  write: (key: string, items: readonly Item[]) => Promise<void>;
};

/**
 * Group commit by key. While the transaction of a key is under way, further items of that key wait and share the next
 * one: a hot row costs one update for many writes, and the writes of a key keep their order.
 */
export class GroupCommit<Item> {
  readonly #options: GroupCommitOptions<Item>;
  readonly #queues = new Map<string, Group<Item>[]>();

  constructor(options: GroupCommitOptions<Item>) {
    this.#options = options;
  }

  /** Resolves once the item is committed; rejects with the error of its group. */
  add(key: string, item: Item): Promise<void> {
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

  async #drain(key: string, queue: Group<Item>[]): Promise<void> {
    for (let group = queue.shift(); group; group = queue.shift()) {
      try {
        await this.#options.write(key, group.items);
        for (const { resolve } of group.waiting) resolve();
      } catch (error) {
        // The groups behind would wait out the same time-out one after the other.
        const failed = isDatabaseUnavailable(error) ? [group, ...queue.splice(0)] : [group];
        for (const { waiting } of failed) for (const { reject } of waiting) reject(error);
      }
    }
    this.#queues.delete(key);
  }
}
