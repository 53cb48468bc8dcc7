import type { Writes } from '../../kernel/writes.ts';
import { GroupCommit } from '../../platform/concurrency/group-commit.ts';
import { isDatabaseUnavailable, isUniqueViolation } from '../../platform/postgres/database.ts';
import { deletePendingFanOuts, enqueueFanOuts, type PendingFanOut } from '../store/pending-fan-outs.ts';
import { insertOnFollowersTimelines, lockForFanOut } from '../store/timeline.ts';

/** A transaction writes at most about this many entries: posts for more followers are fanned out by a job. */
export const entriesAtOnce = 2_000;
/** Publications wait while this many groups are not fanned out yet. */
const maxUnderWay = 4;

/** `entries`: about how many timelines are written. */
export type FanOut = PendingFanOut & { readonly entries: number };

/**
 * Puts posts on the timelines of their authors' followers, right after the transaction that stored them: the
 * next posts are stored meanwhile, on another connection (decision 0078). One that fails becomes a job; so
 * does one that a killed process left.
 */
export class FanOuts {
  readonly #groups: GroupCommit<FanOut, void>;
  readonly #underWay = new Set<Promise<void>>();

  /** @param onError is told why a fan-out failed, unless an entry was there already or the database is away */
  constructor(writes: Writes, onError: (error: unknown) => void = () => {}) {
    this.#groups = new GroupCommit({
      fits: (groups, { entries }) =>
        groups.reduce((sum, group) => sum + group.entries, entries) <= entriesAtOnce,
      write: async (_, groups) => {
        await fanOut(writes, groups, onError);
        return groups.map((): void => undefined);
      },
      gatherMs: 0,
    });
  }

  /** Call it after the commit. */
  add(fanOut: FanOut): void {
    const end = this.#groups.add('posts', fanOut);
    this.#underWay.add(end);
    void end.then(() => this.#underWay.delete(end));
  }

  /** Resolves when there is room for one more. */
  async room(): Promise<void> {
    while (this.#underWay.size >= maxUnderWay) await Promise.race(this.#underWay);
  }

  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}

async function fanOut(
  writes: Writes,
  groups: readonly FanOut[],
  onError: (error: unknown) => void,
): Promise<void> {
  const ids = groups.map(({ id }) => id);
  const posts = groups.flatMap((group) => group.posts).sort((a, b) => (a.postId < b.postId ? -1 : 1));
  const work = writes.transaction(async (tx) => {
    const [, readers] = await Promise.all([
      lockForFanOut(tx, [...new Set(posts.map(({ ownerUid }) => ownerUid))]),
      insertOnFollowersTimelines(tx, posts),
      deletePendingFanOuts(tx, ids),
    ]);
    for (const { postId, readerUids } of readers) {
      const added = [{ entryId: postId, postId, reposterUid: null }];
      tx.fact({ type: 'timelines-changed', readerUids, added });
    }
  });
  // A follow's back-fill may have written an entry, which the job leaves as it is. When the database is away,
  // the rows wait for the next look of a job runner.
  const report = (error: unknown) => {
    if (!isUniqueViolation(error) && !isDatabaseUnavailable(error)) onError(error);
  };
  const enqueue = (error: unknown) => {
    report(error);
    return writes.statement((db) => enqueueFanOuts(db, ids));
  };
  await work.catch(enqueue).catch(report);
}
