import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { refusedCall } from '../harness/faults.ts';
import { clip, picture } from '../harness/pictures.ts';
import { post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

const share = (page: Page, text: string) =>
  post(page, text).getByRole('button', { name: 'Compartir', exact: true });

async function makeStory(page: Page, text: string): Promise<void> {
  await share(page, text).click();
  await page.getByRole('menuitem', { name: 'Historia' }).click();
}

type Sheet = 'shares' | 'is cancelled' | 'wants a tap' | 'breaks' | 'breaks at the tap';

/** The share sheet records the files. */
async function stubShareSheet(page: Page, behaviour: Sheet): Promise<void> {
  await page.addInitScript((behaviour) => {
    const records: { name: string; type: string; size: number; width: number; height: number }[] = [];
    let taps = 0;
    const sheet = {
      canShare: (data: ShareData) => Boolean(data.files?.length),
      share: async ({ files = [] }: ShareData) => {
        if (behaviour === 'is cancelled') {
          Object.assign(globalThis, { cancelled: true });
          throw new DOMException('no', 'AbortError');
        }
        if (behaviour.endsWith('tap') && ++taps === 1) throw new DOMException('no', 'NotAllowedError');
        if (behaviour.startsWith('breaks')) throw new DOMException('no', 'DataError');
        for (const file of files) {
          const { width, height } = await createImageBitmap(file);
          records.push({ name: file.name, type: file.type, size: file.size, width, height });
        }
      },
    };
    Object.assign(globalThis, { shared: records });
    for (const [name, value] of Object.entries(sheet)) Object.defineProperty(navigator, name, { value });
  }, behaviour);
}

const sharedFiles = (page: Page) => page.evaluate(() => (globalThis as { shared?: object[] }).shared);

test('without a share sheet the Story is downloaded: a JPEG of 1080 × 1920', async ({ join }) => {
  const { page, command } = await join('Foto Historia');
  await command('publishPost', { text: 'A la historia' });
  await command('publishPost', { text: 'Larguísimo '.repeat(181).trim() });
  await page.goto('/feed');
  for (const text of ['A la historia', 'Larguísimo']) {
    const downloading = page.waitForEvent('download');
    await makeStory(page, text);
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/\.jpg$/);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1080, height: 1920 });
    const column = await sharp(bytes).extract({ left: 540, top: 0, width: 1, height: 1920 }).raw().toBuffer();
    const blues = column.filter((_, i) => i % 3 === 2);
    expect(blues.filter((blue) => blue > 220).length).toBeGreaterThan(20);
    expect(blues.filter((blue) => blue > 36 && blue < 52).length).toBeGreaterThan(200);
    await expect(page.getByText('Se descargó la imagen. Subila como Historia en Instagram.')).toBeVisible();
  }
});

test('the Story contains the image, or a frame of the video', async ({ join }) => {
  const fan = await join('Con Imagen');
  const files = {
    Foto: [await picture(800, 500, '#00c050'), 'image/jpeg'],
    Video: [await clip(), 'video/webm'],
  } as const;
  for (const [text, [file, type]] of Object.entries(files)) {
    const { key } = await fan.upload(file, type);
    await fan.command('publishPost', { text, media: { key } });
  }
  const { page } = fan;
  await page.goto('/feed');
  const colours = async (text: string) => {
    const downloading = page.waitForEvent('download');
    await makeStory(page, text);
    const bytes = await readFile(await (await downloading).path());
    // The middle of the picture, beside the mark of a video.
    const part = sharp(bytes).extract({ left: 140, top: 900, width: 300, height: 100 });
    // `stats` covers the whole input, so the part is made an image first.
    const { channels } = await sharp(await part.png().toBuffer()).stats();
    return channels.map(({ mean, stdev }) => ({ mean, stdev }));
  };
  const [red, greenPart, blue] = await colours('Foto');
  expect(red!.mean).toBeLessThan(20);
  expect(greenPart!.mean).toBeGreaterThan(170);
  expect(blue!.mean).toBeLessThan(110);
  // The clip's test card has many colours, the board one.
  for (const { stdev } of await colours('Video')) expect(stdev).toBeGreaterThan(20);
});

test('with a share sheet the file is shared and not downloaded', async ({ join }) => {
  const { page, command } = await join('Comparte Todo');
  await command('publishPost', { text: 'Por la hoja' });
  await stubShareSheet(page, 'shares');
  await page.goto('/feed');
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await makeStory(page, 'Por la hoja');
  await expect.poll(() => sharedFiles(page)).toHaveLength(1);
  const [file] = (await sharedFiles(page)) as [{ name: string }];
  expect(file).toMatchObject({ type: 'image/jpeg', width: 1080, height: 1920 });
  expect(file.name).toMatch(/\.jpg$/);
  expect(downloads).toEqual([]);
});

test('a cancelled share sheet is not a failure', async ({ join }) => {
  const { page, command } = await join('Se Arrepintió');
  await command('publishPost', { text: 'Mejor no' });
  await stubShareSheet(page, 'is cancelled');
  await page.goto('/feed');
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const button = share(page, 'Mejor no');
  await makeStory(page, 'Mejor no');
  await expect.poll(() => page.evaluate(() => 'cancelled' in globalThis)).toBe(true);
  await expect(button).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('No se pudo preparar la imagen para la Story.')).toHaveCount(0);
  await expect(page.getByText('Se descargó la imagen.')).toHaveCount(0);
  expect(downloads).toEqual([]);
});

test('if the browser requires another tap, the finished image waits for it', async ({ join }) => {
  const { page, command } = await join('Teléfono Lento');
  await command('publishPost', { text: 'Con paciencia' });
  await stubShareSheet(page, 'wants a tap');
  await page.goto('/feed');
  await makeStory(page, 'Con paciencia');
  const dialog = page.getByRole('dialog', { name: 'Tu imagen está lista' });
  await dialog.getByRole('button', { name: 'Compartir', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => sharedFiles(page)).toHaveLength(1);
});

test('a share sheet that fails at that tap says so over the dialog', async ({ join }) => {
  const { page, command } = await join('Teléfono Roto');
  await command('publishPost', { text: 'Ni así' });
  await stubShareSheet(page, 'breaks at the tap');
  await page.goto('/feed');
  await makeStory(page, 'Ni así');
  const dialog = page.getByRole('dialog', { name: 'Tu imagen está lista' });
  await dialog.getByRole('button', { name: 'Compartir', exact: true }).click();
  const failure = page.getByRole('alertdialog', {
    name: 'No se pudo preparar la imagen para la Story.',
  });
  await failure.getByRole('button', { name: 'Aceptar' }).click();
  await expect(dialog.getByRole('button', { name: 'Descargar' })).toBeVisible();
});

test.describe('when the image fails', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('a failed chunk, a failed canvas and a failed share sheet are reported', async ({ join }) => {
    const { page, command } = await join('Sin Suerte');
    await command('publishPost', { text: 'No sale' });
    await stubShareSheet(page, 'breaks');
    await page.goto('/feed');
    const failure = page.getByText('No se pudo preparar la imagen para la Story.');
    await page.route('**/assets/share-story-*.js', (route) => route.abort());
    await makeStory(page, 'No sale');
    await expect(failure).toBeVisible();
    await expect(share(page, 'No sale')).toBeEnabled();
    await page.unroute('**/assets/share-story-*.js');

    await page.reload();
    await makeStory(page, 'No sale');
    await expect(failure).toBeVisible();

    await page.reload();
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = (callback) => callback(null);
    });
    await makeStory(page, 'No sale');
    await expect(failure).toBeVisible();
  });
});
