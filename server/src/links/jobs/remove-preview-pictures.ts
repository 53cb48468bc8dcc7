import type { JobPayloads } from '../../kernel/store/jobs.ts';
import { removeFile } from '../../media/actions/picture-copies.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findUsedPreviewImages } from '../store/link-previews.ts';
import { deletePreviewPictures } from '../store/preview-pictures.ts';

export async function removePreviewPictures(
  { db, files }: { db: Database; files: FileStore },
  { keys }: JobPayloads['remove-preview-pictures'],
): Promise<void> {
  const usedKeys = await findUsedPreviewImages(db, keys);
  const unusedKeys = keys.filter((key) => !usedKeys.has(key));
  await deletePreviewPictures(db, unusedKeys);
  for (const key of unusedKeys) await removeFile(files, key);
}
