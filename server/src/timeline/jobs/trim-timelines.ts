import { firstId } from '../../kernel/ids.ts';
import { inBatches } from '../../kernel/store/batches.ts';
import { findSweepPosition, setSweepPosition } from '../../kernel/store/sweeps.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { deleteOldEntries, findReaders, findTimelineCut, setTimelineFrom } from '../store/timeline.ts';

const retainedEntries = 2_000;
/** This covers nearly half a million timelines a day, at one run per hour. */
const readersPerRun = 20_000;

/**
 * Posts older than a trimmed timeline are merged at read. Each run continues where the previous one stopped.
 */
export async function trimTimelines(
  { db }: { db: Database },
  { maxEntries = retainedEntries, maxReaders = readersPerRun } = {},
): Promise<void> {
  const position = await findSweepPosition(db, 'timelines');
  let after = position === '' ? firstId : position;
  for (let readerCount = 0; readerCount < maxReaders;) {
    const readers = await findReaders(db, after);
    for (const reader of readers.slice(0, maxReaders - readerCount)) {
      await trim(db, reader, maxEntries);
      after = reader;
      readerCount++;
    }
    const isLast = readers.length === 0;
    await setSweepPosition(db, 'timelines', isLast ? '' : after);
    if (isLast) return;
  }
}

async function trim(db: Database, reader: string, maxEntries: number): Promise<void> {
  const cut = await findTimelineCut(db, reader, maxEntries);
  if (cut === null) return;
  // The mark is set first: from now on no read uses an entry below it, however many are left.
  await setTimelineFrom(db, reader, cut);
  await inBatches(() => deleteOldEntries(db, reader, cut));
}
