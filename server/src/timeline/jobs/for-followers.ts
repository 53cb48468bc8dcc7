import type { TimelineEntry } from '../../kernel/facts.ts';
import { firstId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { followersPage, lockFollowersPage } from '../../people/store/follows.ts';
import type { Database } from '../../platform/postgres/database.ts';

type Work = (tx: Database, pages: readonly FollowersPage[]) => Promise<boolean>;

/** Some followers of a user. */
export type FollowersPage = { readonly uid: string; readonly readerUids: readonly string[] };

/**
 * Changes the timelines of these users' followers. Each transaction takes the next page of each user's followers, whose
 * follows are locked meanwhile. `work` returns false to stop. `addedOf`: the entries that it adds for the followers of a user,
 * when it does nothing else.
 */
export async function forFollowers(
  { transaction }: Writes,
  uids: readonly string[],
  work: Work,
  addedOf?: (uid: string) => readonly TimelineEntry[],
): Promise<void> {
  let places = uids.map((uid) => ({ uid, after: firstId }));
  while (places.length > 0) {
    const current = places;
    places = await transaction(async (tx) => {
      const found = await Promise.all(
        current.map(async ({ uid, after }) => ({ uid, readerUids: await lockFollowersPage(tx, uid, after) })),
      );
      const pages = found.filter(({ readerUids }) => readerUids.length > 0);
      if (pages.length === 0 || !(await work(tx, pages))) return [];
      for (const { uid, readerUids } of pages)
        tx.fact({ type: 'timelines-changed', readerUids, ...(addedOf && { added: addedOf(uid) }) });
      const full = pages.filter(({ readerUids }) => readerUids.length === followersPage);
      return full.map(({ uid, readerUids }) => ({ uid, after: readerUids.at(-1) ?? firstId }));
    });
  }
}
