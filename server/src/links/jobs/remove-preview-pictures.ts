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
  const used = await findUsedPreviewImages(db, keys);
  const unused = keys.filter((key) => !used.has(key));
  await deletePreviewPictures(db, unused);
  for (const key of unused) await removeFile(files, key);
}
