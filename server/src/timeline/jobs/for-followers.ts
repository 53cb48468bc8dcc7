import type { TimelineEntry } from '../../kernel/facts.ts';
import { firstId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { followersPage, lockFollowersPage } from '../../people/store/follows.ts';
import type { Database } from '../../platform/postgres/database.ts';

type Work = (tx: Database, pages: readonly FollowersPage[]) => Promise<boolean>;

export type FollowersPage = { readonly uid: string; readonly readerUids: readonly string[] };

/**
 * Changes the timelines of these users' followers, a page of each user's followers per transaction, with the
 * follows locked. `work` returns false to stop. `addedOf` may be given if `work` only adds: the entries for a
 * user's followers. `waitsForOthers`: for work that must come after what others are writing on a page.
 */
export async function forFollowers(
  { transaction }: Writes,
  uids: readonly string[],
  work: Work,
  {
    addedOf,
    waitsForOthers = false,
  }: { addedOf?: (uid: string) => readonly TimelineEntry[]; waitsForOthers?: boolean } = {},
): Promise<void> {
  let places = uids.map((uid) => ({ uid, after: firstId }));
  while (places.length > 0) {
    const current = places;
    places = await transaction(async (tx) => {
      const nextPages = await Promise.all(
        current.map(async ({ uid, after }) => ({
          uid,
          readerUids: await lockFollowersPage(tx, { followee: uid, after, isAlone: waitsForOthers }),
        })),
      );
      const pages = nextPages.filter(({ readerUids }) => readerUids.length > 0);
      if (pages.length === 0 || !(await work(tx, pages))) return [];
      for (const { uid, readerUids } of pages)
        tx.fact({ type: 'timelines-changed', readerUids, ...(addedOf && { added: addedOf(uid) }) });
      const full = pages.filter(({ readerUids }) => readerUids.length === followersPage);
      return full.map(({ uid, readerUids }) => ({ uid, after: readerUids.at(-1) ?? firstId }));
    });
  }
}
