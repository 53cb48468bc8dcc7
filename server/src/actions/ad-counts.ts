import { localDay } from '../../../contract/src/rules/buenos-aires.ts';
import { isDatabaseUnavailable, isForeignKeyViolation } from '../platform/database.ts';
import { addToAdDay, countAdViews } from '../store/ad-days.ts';
import type { Writes } from './writes.ts';

type Waiting = { resolve: () => void; reject: (error: unknown) => void };
type Batch = { uids: Set<string>; clicks: number; waiting: Waiting[] };

const atOnce = 256;

/**
 * Counts what ads bring, by days of Buenos Aires. While a transaction for an ad is under way, what comes meanwhile
 * waits and goes together in the next one: a burst costs its row a few updates.
 */
export class AdCounts {
  readonly #writes: Writes;
  readonly #waiting = new Map<string, Batch[]>();

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /** Counts a user's look at an ad, unless they have had `cap` of them today. Committed when it returns. */
  impression(ad: { id: string; cap: number }, uid: string): Promise<void> {
    return this.#join(ad, (batch) => {
      // One row is touched once in a statement: a second look of the same user goes with the next.
      if (batch.uids.has(uid) || batch.uids.size >= atOnce) return false;
      batch.uids.add(uid);
      return true;
    });
  }

  /** Counts a click on an ad. Committed when it returns. */
  click(ad: { id: string; cap: number }): Promise<void> {
    return this.#join(ad, (batch) => {
      batch.clicks++;
      return true;
    });
  }

  #join(ad: { id: string; cap: number }, enter: (batch: Batch) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const running = this.#waiting.get(ad.id);
      const queue = running ?? [];
      let batch = queue.find(enter);
      if (!batch) {
        batch = { uids: new Set(), clicks: 0, waiting: [] };
        enter(batch);
        queue.push(batch);
      }
      batch.waiting.push({ resolve, reject });
      if (running) return;
      this.#waiting.set(ad.id, queue);
      void this.#drain(ad, queue);
    });
  }

  async #drain(ad: { id: string; cap: number }, queue: Batch[]): Promise<void> {
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      try {
        await this.#write(ad, batch);
        for (const { resolve } of batch.waiting) resolve();
      } catch (error) {
        for (const { reject } of batch.waiting) reject(error);
        // Who waited for that is not made to wait for the same once more.
        if (isDatabaseUnavailable(error))
          for (const { waiting } of queue.splice(0)) for (const { reject } of waiting) reject(error);
      }
    }
    this.#waiting.delete(ad.id);
  }

  async #write({ id: adId, cap }: { id: string; cap: number }, { uids, clicks }: Batch): Promise<void> {
    const { db, now } = this.#writes;
    const day = localDay(now());
    try {
      await db.transaction(async (tx) => {
        // In a fixed order, as every process locks them.
        const sorted = [...uids].toSorted();
        const impressions = sorted.length > 0 ? await countAdViews(tx, { adId, day, cap, uids: sorted }) : 0;
        if (impressions + clicks > 0) await addToAdDay(tx, adId, { day, impressions, clicks });
      });
    } catch (error) {
      // The ad was deleted meanwhile, and its statistics with it.
      if (!isForeignKeyViolation(error)) throw error;
    }
  }
}
