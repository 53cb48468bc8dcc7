import { firstId } from '../../kernel/ids.ts';
import { inBatches } from '../../kernel/store/batches.ts';
import { findSweepPosition, setSweepPosition } from '../../kernel/store/sweeps.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { deleteOldEntries, findReaders, findTimelineCut, setTimelineFrom } from '../store/timeline.ts';

/** Entries that a timeline keeps: two hundred pages. */
const retainedEntries = 2_000;
/** Timelines that one run checks: at one run per hour, nearly half a million a day. */
const readersPerRun = 20_000;

/**
 * Deletes the entries of timelines beyond the newest 2,000; older posts are merged when they are read. Each run
 * continues where the previous one stopped, and starts over after the last reader.
 */
export async function trimTimelines(
  { db }: { db: Database },
  { retained = retainedEntries, atMost = readersPerRun } = {},
): Promise<void> {
  const position = await findSweepPosition(db, 'timelines');
  let after = position === '' ? firstId : position;
  for (let checked = 0; checked < atMost;) {
    const readers = await findReaders(db, after);
    for (const reader of readers.slice(0, atMost - checked)) {
      await trim(db, reader, retained);
      after = reader;
      checked++;
    }
    const isLast = readers.length === 0;
    await setSweepPosition(db, 'timelines', isLast ? '' : after);
    if (isLast) return;
  }
}

async function trim(db: Database, reader: string, retained: number): Promise<void> {
  const cut = await findTimelineCut(db, reader, retained);
  if (cut === null) return;
  // First the mark: from now on nothing below it is read from the timeline, however many of its entries are left.
  await setTimelineFrom(db, reader, cut);
  await inBatches(() => deleteOldEntries(db, reader, cut));
}
