import { createStore, del, get, keys, set } from 'idb-keyval';

import type { Attachment } from '../../posts/files/attachment.ts';

/** The file itself is stored in IndexedDB. */
export type DraftFileRef = { readonly id: string; readonly alt: string };

export type DraftFile = Pick<Attachment, 'id' | 'type' | 'file' | 'width' | 'height'> & {
  readonly upload: Extract<Attachment['upload'], { phase: 'sent' }> | null;
};

/** Another tab may still show a younger file, although the stored draft no longer names it. */
const unusedMs = 86_400_000;

const files = createStore('tablon', 'draft-files');

const keyOf = (uid: string, id: string) => `${uid} ${id}`;

export async function readDraftFile(uid: string, id: string): Promise<DraftFile | null> {
  const value: unknown =
    (await get(keyOf(uid, id), files).catch(ignoreStorageError)) ??
    // An earlier version stored the only file here.
    (await get(uid, files).catch(ignoreStorageError));
  return isDraftFile(value) && value.id === id ? value : null;
}

export async function saveDraftFile(uid: string, file: DraftFile): Promise<void> {
  await set(keyOf(uid, file.id), { ...file, storedAt: Date.now() }, files).catch(ignoreStorageError);
}

export async function dropDraftFile(uid: string, id: string): Promise<void> {
  await del(keyOf(uid, id), files).catch(ignoreStorageError);
}

/** Deletes files older than a day that this draft does not name, left by a page that was closed too early. */
export async function dropUnusedDraftFiles(uid: string, isUsed: (id: string) => boolean): Promise<void> {
  const storedKeys = (await keys(files).catch(ignoreStorageError)) ?? [];
  const own = keyOf(uid, '');
  for (const key of storedKeys) {
    if (typeof key !== 'string' || !key.startsWith(own) || isUsed(key.slice(own.length))) continue;
    const value: unknown = await get(key, files).catch(ignoreStorageError);
    if (Date.now() - storedAt(value) > unusedMs) await del(key, files).catch(ignoreStorageError);
  }
}

// IndexedDB is disabled or full: a reload costs the file, nothing else.
function ignoreStorageError(error: unknown): void {
  if (!(error instanceof DOMException)) throw error;
}

// An earlier version stored no time: such a file counts as old.
function storedAt(value: unknown): number {
  const { storedAt } = (value ?? {}) as { storedAt?: unknown };
  return typeof storedAt === 'number' ? storedAt : 0;
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
