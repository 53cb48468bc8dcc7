import { localDay } from '../../../../contract/src/rules/buenos-aires.ts';
import type { Writes } from '../../kernel/writes.ts';
import { GroupCommit } from '../../platform/concurrency/group-commit.ts';
import { isForeignKeyViolation } from '../../platform/postgres/database.ts';
import { addToAdDay, countAdViews } from '../store/ad-days.ts';

type Ad = { id: string; cap: number };
/** An impression; for a click `uid` is null. */
type Count = { uid: string | null; cap: number };

const maxBatch = 256;

/** Group commits per day (Buenos Aires): a burst costs only a few updates of the ad's row. */
export class AdCounts {
  readonly #writes: Writes;
  readonly #counts: GroupCommit<Count, void>;

  constructor(writes: Writes) {
    this.#writes = writes;
    this.#counts = new GroupCommit({
      // An upsert touches each row once: a second impression by the same user waits for the next batch.
      fits: (counts, { uid }) =>
        uid === null || (counts.length < maxBatch && counts.every((count) => count.uid !== uid)),
      write: (adId, counts) => this.#write(adId, counts),
    });
  }

  impression({ id, cap }: Ad, uid: string): Promise<void> {
    return this.#counts.add(id, { uid, cap });
  }

  click({ id, cap }: Ad): Promise<void> {
    return this.#counts.add(id, { uid: null, cap });
  }

  async #write(adId: string, counts: readonly Count[]): Promise<void[]> {
    const { transaction, now } = this.#writes;
    const day = localDay(now());
    const cap = counts[0]?.cap ?? 0;
    const uids = counts.flatMap(({ uid }) => (uid === null ? [] : [uid]));
    const clicks = counts.length - uids.length;
    try {
      await transaction(async (tx) => {
        // Sorted, so that concurrent processes lock rows in the same order.
        const sortedUids = uids.toSorted();
        const impressions =
          sortedUids.length > 0 ? await countAdViews(tx, { adId, day, cap, uids: sortedUids }) : 0;
        if (impressions + clicks > 0) await addToAdDay(tx, adId, { day, impressions, clicks });
      });
    } catch (error) {
      // The ad was deleted meanwhile.
      if (!isForeignKeyViolation(error)) throw error;
    }
    return counts.map(() => undefined);
  }
}
