import type { JobPayloads } from '../../kernel/store/jobs.ts';
import { removeFile } from '../../media/actions/picture-copies.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { deleteLinkPreviewsOf, findUsedPreviewImages } from '../store/link-previews.ts';
import { deletePreviewPictures } from '../store/preview-pictures.ts';

export async function removePreviewPictures(
  { db, files }: { db: Database; files: FileStore },
  { keys }: JobPayloads['remove-preview-pictures'],
): Promise<void> {
  const usedKeys = await findUsedPreviewImages(db, keys);
  for (const key of keys) {
    // Removing the files before this one took time, in which a page may have taken it into use.
    if (usedKeys.has(key) || (await findUsedPreviewImages(db, [key])).size > 0) continue;
    await deletePreviewPictures(db, [key]);
    await removeFile(files, key);
    // A page that took the picture into use at the last moment is fetched again.
    await deleteLinkPreviewsOf(db, [key]);
  }
}
