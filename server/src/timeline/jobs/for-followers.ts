import { firstId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { followersPage, lockFollowersPage } from '../../people/store/follows.ts';
import type { Database } from '../../platform/postgres/database.ts';

/**
 * Changes the timelines of a user's followers, one page and transaction at a time; the page's follows are locked
 * meanwhile. `work` returns false to stop.
 */
export async function forFollowers(
  { transaction }: Writes,
  uid: string,
  work: (tx: Database, readerUids: string[]) => Promise<boolean>,
): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined;) {
    const from: string = after;
    const { readerUids, shouldContinue } = await transaction(async (tx) => {
      const page = await lockFollowersPage(tx, uid, from);
      const shouldContinue = page.length > 0 && (await work(tx, page));
      if (shouldContinue) tx.fact({ type: 'timelines-changed', readerUids: page });
      return { readerUids: page, shouldContinue };
    });
    after = shouldContinue && readerUids.length === followersPage ? readerUids.at(-1) : undefined;
  }
}
