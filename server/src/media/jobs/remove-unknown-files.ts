import { findSweepPosition, setSweepPosition } from '../../kernel/store/sweeps.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { originalKey } from '../../platform/files/media-keys.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findUploadKeys } from '../store/uploads.ts';

/** An upload gets its row soon after its file. */
const graceMs = 24 * 3_600_000;
const batchSize = 500;
/** At one run per hour, more than a million files a day. */
const filesPerRun = 50_000;

// In key order: the saved position includes the folder.
const folders = ['ads', 'avatars', 'users'];

/**
 * Deletes files without a row: a process was killed between writing the two. Each run continues where the
 * previous one stopped, and starts over after the last file.
 */
export async function removeUnknownFiles(
  { db, files }: { db: Database; files: FileStore },
  { atMost = filesPerRun } = {},
): Promise<void> {
  const after = await findSweepPosition(db, 'media-files');
  let count = 0;
  let batch: string[] = [];
  const finishBatch = async () => {
    const last = batch.at(-1);
    if (last === undefined) return;
    await removeUnknown(db, files, batch);
    await setSweepPosition(db, 'media-files', last);
    batch = [];
  };
  for (const folder of folders) {
    for await (const key of files.keys(folder, after)) {
      if (count === atMost) return finishBatch();
      count++;
      if (batch.push(key) === batchSize) await finishBatch();
    }
  }
  await finishBatch();
  await setSweepPosition(db, 'media-files', '');
}

async function removeUnknown(db: Database, files: FileStore, keys: readonly string[]): Promise<void> {
  const keysWithRow = await findUploadKeys(db, keys.map(originalKey));
  for (const key of keys) {
    if (keysWithRow.has(originalKey(key))) continue;
    const ageMs = await files.age(key);
    if (ageMs !== null && ageMs >= graceMs) await files.remove(key);
  }
}
