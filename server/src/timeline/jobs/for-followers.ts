import { firstId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { followersPage, lockFollowersPage } from '../../people/store/follows.ts';
import type { Database } from '../../platform/postgres/database.ts';

/**
 * Changes the timelines of somebody's followers, a page of them in one transaction each; their follows stay as they
 * are meanwhile. `work` answers false to end it there.
 */
export async function forFollowers(
  { transaction }: Writes,
  uid: string,
  work: (tx: Database, readerUids: string[]) => Promise<boolean>,
): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined;) {
    const from: string = after;
    const { readerUids, goOn } = await transaction(async (tx) => {
      const page = await lockFollowersPage(tx, uid, from);
      const isGoingOn = page.length > 0 && (await work(tx, page));
      if (isGoingOn) tx.fact({ type: 'timelines-changed', readerUids: page });
      return { readerUids: page, goOn: isGoingOn };
    });
    after = goOn && readerUids.length === followersPage ? readerUids.at(-1) : undefined;
  }
}
