import { createStore, del, get, set } from 'idb-keyval';

import type { Attachment } from '../posts/files/attachment.ts';

export type DraftFile = Pick<Attachment, 'id' | 'type' | 'file' | 'width' | 'height'> & {
  readonly upload: Extract<Attachment['upload'], { phase: 'sent' }> | null;
};

const files = createStore('tablon', 'draft-files');

export async function readDraftFile(uid: string): Promise<DraftFile | null> {
  const stored: unknown = await get(uid, files).catch(ignoreStorageError);
  return isDraftFile(stored) ? stored : null;
}

export async function saveDraftFile(uid: string, file: DraftFile): Promise<void> {
  await set(uid, file, files).catch(ignoreStorageError);
}

export async function dropDraftFile(uid: string): Promise<void> {
  await del(uid, files).catch(ignoreStorageError);
}

// IndexedDB is switched off or full: a reload costs the file, nothing else.
function ignoreStorageError(error: unknown): void {
  if (!(error instanceof DOMException)) throw error;
}

function isDraftFile(value: unknown): value is DraftFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'file' in value &&
    value.file instanceof Blob
  );
}
