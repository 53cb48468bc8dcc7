import type { Attachment } from '../posts/files/attachment.ts';

/** The file of a user's draft as it survives a reload. */
export type KeptFile = Pick<Attachment, 'id' | 'type' | 'file' | 'width' | 'height'> & {
  readonly upload: Extract<Attachment['upload'], { phase: 'sent' }> | null;
};

const store = 'draft-files';

/** The file that `uid` left, null when there is none. Storage that is closed or full only costs the file. */
export async function readKeptFile(uid: string): Promise<KeptFile | null> {
  const kept: unknown = await ask('readonly', (files) => files.get(uid));
  return isKeptFile(kept) ? kept : null;
}

/** Keeps the file in place of the one before. */
export async function keepFile(uid: string, kept: KeptFile): Promise<void> {
  await ask('readwrite', (files) => files.put(kept, uid));
}

export async function dropKeptFile(uid: string): Promise<void> {
  await ask('readwrite', (files) => files.delete(uid));
}

async function ask(
  mode: IDBTransactionMode,
  request: (files: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  try {
    const database = await open();
    const transaction = database.transaction(store, mode);
    const answer = await settled(request(transaction.objectStore(store)));
    database.close();
    return answer;
  } catch {
    return null;
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('tablon', 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store));
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage failed')));
  });
}

function isKeptFile(value: unknown): value is KeptFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'file' in value &&
    value.file instanceof Blob
  );
}
