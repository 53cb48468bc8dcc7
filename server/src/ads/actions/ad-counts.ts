import { localDay } from '../../../../contract/src/rules/buenos-aires.ts';
import type { Writes } from '../../kernel/writes.ts';
import { GroupCommit } from '../../platform/concurrency/group-commit.ts';
import { isForeignKeyViolation } from '../../platform/postgres/database.ts';
import { addToAdDay, countAdViews } from '../store/ad-days.ts';

type Ad = { id: string; cap: number };
/** A look of a user at an ad; a click has no `uid`. */
type Count = { uid: string | null; cap: number };

const atOnce = 256;

/** Counts what ads bring, by days of Buenos Aires, in group commits: a burst costs an ad's row a few updates. */
export class AdCounts {
  readonly #writes: Writes;
  readonly #counts: GroupCommit<Count, void>;

  constructor(writes: Writes) {
    this.#writes = writes;
    this.#counts = new GroupCommit({
      // One row is touched once in a statement: a second look of the same user goes with the next.
      fits: (counts, { uid }) =>
        uid === null || (counts.length < atOnce && counts.every((count) => count.uid !== uid)),
      write: (adId, counts) => this.#write(adId, counts),
    });
  }

  /** Counts a user's look at an ad, unless they have had `cap` of them today. Committed when it returns. */
  impression({ id, cap }: Ad, uid: string): Promise<void> {
    return this.#counts.add(id, { uid, cap });
  }

  /** Counts a click on an ad. Committed when it returns. */
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
        // In a fixed order, as every process locks them.
        const sorted = uids.toSorted();
        const impressions = sorted.length > 0 ? await countAdViews(tx, { adId, day, cap, uids: sorted }) : 0;
        if (impressions + clicks > 0) await addToAdDay(tx, adId, { day, impressions, clicks });
      });
    } catch (error) {
      // The ad was deleted meanwhile, and its statistics with it.
      if (!isForeignKeyViolation(error)) throw error;
    }
    return counts.map(() => undefined);
  }
}
