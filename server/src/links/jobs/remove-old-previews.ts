import type { FileStore } from '../../platform/files/files.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { deleteLinkPreviews } from '../store/link-previews.ts';
import { removePreviewPictures } from './remove-preview-pictures.ts';

const lifeMs = 30 * 24 * 3_600_000;
const batch = 200;

export async function removeOldPreviews({
  db,
  files,
  now,
}: {
  db: Database;
  files: FileStore;
  now: () => Date;
}): Promise<void> {
  const before = new Date(now().getTime() - lifeMs);
  let keys: string[] = [];
  for await (const { key, ageMs } of files.list('previews')) {
    if (ageMs > lifeMs) keys.push(key);
    if (keys.length < batch) continue;
    await removePreviewPictures({ db, files }, { keys });
    keys = [];
  }
  await removePreviewPictures({ db, files }, { keys });
  // Stored pages go last, so that their pictures stay until the next run: a post with one may be about to be
  // published.
  await deleteLinkPreviews(db, before);
}
