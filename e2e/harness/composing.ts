import type { Locator, Page } from '@playwright/test';

type File = { name: string; mimeType: string; buffer: Buffer };

export function publishButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: 'Publicar', exact: true });
}

export function attachedFile(page: Page): Locator {
  return page.getByRole('main').getByRole('group', { name: /^(?:Imagen \d|Video)$/ });
}

/** Letter by letter, but with no pause that a slow machine could make long enough for a debounce. */
export async function typeWithoutPause(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((_, letters) => {
    for (const letter of letters) document.execCommand('insertText', false, letter);
  }, text);
}

export async function chooseFile(page: Page, file: File | File[] | string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Imagen o video' }).click();
  await (await chooser).setFiles(file);
}

export async function insertFile(composer: Locator, how: 'paste' | 'drop', file: File): Promise<void> {
  const { name, mimeType, buffer } = file;
  await composer.evaluate(
    (box, { how, name, mimeType, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type: mimeType }));
      const bubbles = { bubbles: true, cancelable: true };
      box.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...bubbles, clipboardData: data })
          : new DragEvent('drop', { ...bubbles, dataTransfer: data }),
      );
    },
    { how, name, mimeType, base64: buffer.toString('base64') },
  );
}

/** The draft's file in IndexedDB, which is the one that is uploaded. */
export async function draftFile(page: Page): Promise<{ file: Buffer; isSent: boolean }> {
  const { base64, isSent } = await page.evaluate(async () => {
    const settled = async <T>(request: IDBRequest<T>) => {
      await new Promise((resolve, reject) => Object.assign(request, { onsuccess: resolve, onerror: reject }));
      return request.result;
    };
    const database = await settled(indexedDB.open('tablon'));
    const [draft] = await settled(database.transaction('draft-files').objectStore('draft-files').getAll());
    database.close();
    const bytes = new Uint8Array(await (draft.file as Blob).arrayBuffer());
    const base64 = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
    return { base64, isSent: draft.upload !== null };
  });
  return { file: Buffer.from(base64, 'base64'), isSent };
}

/** The ids of all files that the browser stores for drafts. */
export function draftFileIds(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const settled = async <T>(request: IDBRequest<T>) => {
      await new Promise((resolve, reject) => Object.assign(request, { onsuccess: resolve, onerror: reject }));
      return request.result;
    };
    const database = await settled(indexedDB.open('tablon'));
    const store = database.transaction('draft-files').objectStore('draft-files');
    const keys = (await settled(store.getAllKeys())) as string[];
    database.close();
    return keys.map((key) => key.replace(/^\S+ /, ''));
  });
}

/** Stores the draft's file again under other ids, as if that many hours ago; null: without a time. */
export async function copyDraftFile(page: Page, hoursById: Record<string, number | null>): Promise<void> {
  await page.evaluate(async (hoursById) => {
    const settled = async <T>(request: IDBRequest<T>) => {
      await new Promise((resolve, reject) => Object.assign(request, { onsuccess: resolve, onerror: reject }));
      return request.result;
    };
    const database = await settled(indexedDB.open('tablon'));
    const store = database.transaction('draft-files', 'readwrite').objectStore('draft-files');
    const [key = ''] = (await settled(store.getAllKeys())) as string[];
    const { storedAt: _, ...file } = await settled(store.get(key));
    for (const [id, hours] of Object.entries(hoursById)) {
      const copy = { ...file, id, ...(hours !== null && { storedAt: Date.now() - hours * 3_600_000 }) };
      await settled(store.put(copy, key.replace(/ .*/, ` ${id}`)));
    }
    database.close();
  }, hoursById);
}
