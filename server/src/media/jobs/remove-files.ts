import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { removeFile } from '../actions/picture-copies.ts';
import { deleteUploads } from '../store/uploads.ts';

export async function removeFiles(
  { db, files }: { db: Database; files: FileStore },
  { keys }: JobPayloads['remove-files'],
): Promise<void> {
  // The row first: a file without a row is found and deleted later, but a row without its file would be a
  // broken link.
  await deleteUploads(db, keys);
  for (const key of keys) await removeFile(files, key);
}
