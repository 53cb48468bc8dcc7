import type { Locator, Page } from '@playwright/test';

type File = { name: string; mimeType: string; buffer: Buffer };

/** The button that publishes, in the composer of the feed. */
export function publishButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: 'Publicar', exact: true });
}

/** What the composer shows of its file. */
export function attachedFile(page: Page): Locator {
  return page.getByRole('main').getByRole('group', { name: /^(?:Imagen|Video)$/ });
}

/** Chooses a file, or the one at a path, by the composer's button. */
export async function chooseFile(page: Page, file: File | string): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Imagen o video' }).click();
  await (await asked).setFiles(file);
}

/** Pastes a file into the composer, or drops it there, as the browser does. */
export async function bringFile(composer: Locator, how: 'paste' | 'drop', file: File): Promise<void> {
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

/** The draft's file as the page keeps it over reloads, which is what it sends, and whether the server has it. */
export async function keptFile(page: Page): Promise<{ file: Buffer; isSent: boolean }> {
  const { base64, isSent } = await page.evaluate(async () => {
    const settled = async <T>(request: IDBRequest<T>) => {
      await new Promise((resolve, reject) => Object.assign(request, { onsuccess: resolve, onerror: reject }));
      return request.result;
    };
    const database = await settled(indexedDB.open('tablon'));
    const [kept] = await settled(database.transaction('draft-files').objectStore('draft-files').getAll());
    database.close();
    const bytes = new Uint8Array(await (kept.file as Blob).arrayBuffer());
    const base64 = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
    return { base64, isSent: kept.upload !== null };
  });
  return { file: Buffer.from(base64, 'base64'), isSent };
}
