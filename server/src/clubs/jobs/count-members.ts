import type { Writes } from '../../kernel/writes.ts';
import { countMembers, replaceClubCounts } from '../store/club-members.ts';
import { findClubCounts } from '../store/clubs.ts';

/** Writes nothing while the counts are the same. */
export async function countClubMembers({ db, transaction }: Writes): Promise<void> {
  const [counts, before] = [await countMembers(db), await findClubCounts(db)];
  const isSame =
    counts.size === before.size && [...counts].every(([club, count]) => before.get(club) === count);
  if (isSame) return;
  await transaction(async (tx) => {
    await replaceClubCounts(tx, counts);
    tx.fact({ type: 'clubs-changed' });
  });
}
