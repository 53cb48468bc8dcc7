import { foldName } from '../../../../contract/src/rules/search.ts';
import { sweepOnce } from '../../kernel/store/sweeps.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findFoldedNamesAfter, foldedNamesAtOnce, replaceFoldedName } from '../store/search.ts';

/** For the names that were stored with their apostrophes. */
export async function foldEarlierNames({ db }: { db: Database }): Promise<void> {
  const names = {
    read: (after: string) => findFoldedNamesAfter(db, after),
    idOf: ({ uid }: { uid: string }) => uid,
    size: foldedNamesAtOnce,
  };
  await sweepOnce(db, 'names', names, async ({ uid, name }) => {
    const folded = foldName(name);
    if (folded !== name) await replaceFoldedName(db, uid, name, folded);
  });
}
