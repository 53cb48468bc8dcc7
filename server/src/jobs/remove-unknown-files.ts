import type { Pool } from '../platform/database.ts';
import type { FileStore } from '../platform/files.ts';
import { findUploadKeys } from '../store/uploads.ts';

/** An upload that is being written has its row soon after its file. */
const graceMs = 24 * 3_600_000;
const batchSize = 500;

/** Removes uploaded files without a row: what a process left that was killed between the two. */
export async function removeUnknownFiles({ db, files }: { db: Pool; files: FileStore }): Promise<void> {
  let batch: string[] = [];
  const removeBatch = async () => {
    const known = await findUploadKeys(db, batch);
    for (const key of batch) if (!known.has(key)) await files.remove(key);
    batch = [];
  };
  // The file system's clock wrote the times: the same one tells how old they are.
  const newest = Date.now() - graceMs;
  for (const folder of ['users', 'avatars', 'ads']) {
    for await (const { key, writtenAt } of files.list(folder)) {
      if (writtenAt.getTime() > newest) continue;
      if (batch.push(key) === batchSize) await removeBatch();
    }
  }
  await removeBatch();
}
