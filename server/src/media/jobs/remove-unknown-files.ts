import type { FileStore } from '../../platform/files/files.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findUploadKeys } from '../store/uploads.ts';
import { findWalk, setWalk } from '../store/walks.ts';

/** An upload that is being written has its row soon after its file. */
const graceMs = 24 * 3_600_000;
const batchSize = 500;
/** How many files one run looks at: with a run an hour more than a million a day. */
const filesPerRun = 50_000;

// In the order of the keys: the place that the run before came to names the folder as well.
const folders = ['ads', 'avatars', 'users'];

/**
 * Removes uploaded files without a row: what a process left that was killed between the two. Each run goes on where
 * the one before it ended, whatever ended it, and begins again after the last file.
 */
export async function removeUnknownFiles(
  { db, files }: { db: Database; files: FileStore },
  { atMost = filesPerRun } = {},
): Promise<void> {
  const after = await findWalk(db, 'media-files');
  let looked = 0;
  let batch: string[] = [];
  const finishBatch = async () => {
    const last = batch.at(-1);
    if (last === undefined) return;
    await removeUnknown(db, files, batch);
    await setWalk(db, 'media-files', last);
    batch = [];
  };
  for (const folder of folders) {
    for await (const key of files.keys(folder, after)) {
      if (looked === atMost) return finishBatch();
      looked++;
      if (batch.push(key) === batchSize) await finishBatch();
    }
  }
  await finishBatch();
  await setWalk(db, 'media-files', '');
}

async function removeUnknown(db: Database, files: FileStore, keys: readonly string[]): Promise<void> {
  const known = await findUploadKeys(db, keys);
  // The file system's clock wrote the times: the same one tells how old they are.
  const newest = Date.now() - graceMs;
  for (const key of keys) {
    if (known.has(key)) continue;
    const writtenAt = await files.writtenAt(key);
    if (writtenAt !== null && writtenAt.getTime() <= newest) await files.remove(key);
  }
}
