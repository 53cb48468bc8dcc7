import { foldName } from '../../../../contract/src/rules/search.ts';
import { firstId, lastId } from '../../kernel/ids.ts';
import { readPages } from '../../kernel/read-pages.ts';
import { findSweepPosition, setSweepPosition } from '../../kernel/store/sweeps.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findFoldedNamesAfter, foldedNamesAtOnce, replaceFoldedName } from '../store/search.ts';

const runMs = 5_000;

/** Goes once through the names that were stored with their apostrophes. Each run continues the previous one. */
export async function foldEarlierNames({ db }: { db: Database }): Promise<void> {
  const position = await findSweepPosition(db, 'names');
  if (position === lastId) return;
  const end = performance.now() + runMs;
  const pages = readPages(
    (after) => findFoldedNamesAfter(db, after),
    ({ uid }) => uid,
    { first: position || firstId, size: foldedNamesAtOnce },
  );
  for await (const names of pages) {
    for (const { uid, name } of names) {
      const folded = foldName(name);
      if (folded !== name) await replaceFoldedName(db, uid, name, folded);
    }
    await setSweepPosition(db, 'names', names.at(-1)?.uid ?? lastId);
    if (performance.now() > end) return;
  }
  await setSweepPosition(db, 'names', lastId);
}
