import { writeFile } from 'node:fs/promises';

import sharp from 'sharp';

import { filmOf } from '../../server/test/films.ts';
import {
  attachedFile,
  chooseFile,
  copyDraftFile,
  draftFile,
  draftFileIds,
  insertFile,
  publishButton,
} from '../harness/composing.ts';
import { cutOff, hold, mend, refuse, refusedCall } from '../harness/faults.ts';
import type { Person } from '../harness/person.ts';
import { picture } from '../harness/pictures.ts';
import { composer, post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

const jpeg = (buffer: Buffer) => ({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer });
const png = (buffer: Buffer) => ({ name: 'foto.png', mimeType: 'image/png', buffer });
const mp4 = (buffer: Buffer) => ({ name: 'gol.mp4', mimeType: 'video/mp4', buffer });

const uploadNote = /Imagen lista|Video listo/;

test.describe('an image', () => {
  test('an image is scaled down, rotated and stripped of metadata in a worker before the upload', async ({
    join,
  }) => {
    const fan = await join('Foto Grande');
    const { page } = fan;
    await page.goto('/feed');
    // 2400 × 3200 after the rotation in its metadata, which also hold a location.
    const photo = await sharp({ create: { width: 3200, height: 2400, channels: 3, background: '#1d6b3a' } })
      .withExif({ IFD0: { Copyright: 'Lucía' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '34/1 36/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const worker = page.waitForEvent('worker');
    await chooseFile(page, jpeg(photo));
    expect((await worker).url()).toContain('image-worker');
    await expect(attachedFile(page)).toContainText(uploadNote);

    const metadata = await sharp((await draftFile(page)).file).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 1200, height: 1600 });
    expect(metadata.exif).toBeUndefined();
    await publishButton(page).click();
    await expect.poll(async () => (await newest(fan))?.media).toMatchObject({ width: 1200, height: 1600 });
  });

  test('an image is never enlarged, gets a white background, and an animation keeps its first frame', async ({
    join,
  }) => {
    const { page } = await join('Foto Chica');
    await page.goto('/feed');
    const clear = { create: { width: 300, height: 200, channels: 4, background: '#00000000' } } as const;
    await chooseFile(page, png(await sharp(clear).png().toBuffer()));
    await expect(attachedFile(page)).toContainText(uploadNote);
    const { file: small } = await draftFile(page);
    expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 200 });
    const { channels } = await sharp(small).stats();
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);

    const frames = await Promise.all([picture(40, 40, '#ff0000'), picture(40, 40, '#0000ff')]);
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    await page.getByRole('button', { name: 'Quitar imagen 1' }).click();
    await chooseFile(page, { name: 'gol.gif', mimeType: 'image/gif', buffer: animation });
    const notice = 'Los GIF se publican quietos. Si querés movimiento, subí un video.';
    await expect(page.getByText(notice)).toBeVisible();
    await expect.poll(async () => (await sharp((await draftFile(page)).file).metadata()).width).toBe(40);
    const still = await sharp((await draftFile(page)).file).stats();
    expect(still.dominant.r).toBeGreaterThan(200);
    expect(still.dominant.b).toBeLessThan(50);
  });

  test('an image is scaled down without a worker if the browser has no offscreen canvas', async ({
    join,
  }) => {
    const { page } = await join('Navegador Viejo');
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'OffscreenCanvas'));
    await page.goto('/feed');
    await chooseFile(page, jpeg(await picture(3200, 1600)));
    await expect(attachedFile(page)).toContainText(uploadNote);
    const metadata = await sharp((await draftFile(page)).file).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 1600, height: 800 });
    await chooseFile(page, jpeg(Buffer.from('esto no es una foto')));
    await expect(page.getByText('No se pudo procesar la imagen.')).toBeVisible();
  });

  test('an unreadable image is refused; the text and the previous image stay', async ({ join }) => {
    const { page } = await join('Foto Rota');
    await page.goto('/feed');
    await composer(page).fill('Miren esto');
    await chooseFile(page, jpeg(Buffer.from('esto no es una foto')));
    await expect(page.getByText('No se pudo procesar la imagen.')).toBeVisible();
    await expect(attachedFile(page)).toHaveCount(0);
    await expect(composer(page)).toHaveValue('Miren esto');

    await chooseFile(page, jpeg(await picture(300, 200)));
    await expect(page.getByText('No se pudo procesar la imagen.')).toHaveCount(0);
    await expect(attachedFile(page)).toContainText(uploadNote);
    await chooseFile(page, jpeg(Buffer.from('esta tampoco')));
    await expect(page.getByText('No se pudo procesar la imagen.')).toBeVisible();
    await expect(attachedFile(page)).toContainText(uploadNote);
    await expect(publishButton(page)).toBeEnabled();
  });

  for (const how of ['paste', 'drop'] as const) {
    test(`an image can be added by ${how} too, below the first one`, async ({ join }) => {
      const fan = await join('Foto Pegada');
      const { page } = fan;
      await page.goto('/feed');
      await chooseFile(page, jpeg(await picture(300, 200)));
      await expect(attachedFile(page)).toContainText(uploadNote);
      await insertFile(composer(page), how, jpeg(await picture(90, 160)));
      await expect(attachedFile(page)).toHaveText([uploadNote, uploadNote]);
      await composer(page).press('Control+Enter');
      await expect
        .poll(async () => (await newest(fan))?.attachments)
        .toMatchObject([{ width: 300 }, { width: 90, height: 160 }]);
    });
  }

  test('an image can be removed again', async ({ join }) => {
    const { page } = await join('Foto Fuera');
    await page.goto('/feed');
    await chooseFile(page, jpeg(await picture(300, 200)));
    await expect(publishButton(page)).toBeEnabled();
    await page.getByRole('button', { name: 'Quitar imagen' }).press('Enter');
    await expect(attachedFile(page)).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
    await expect(publishButton(page)).toBeDisabled();
    await page.reload();
    await expect(composer(page)).toBeVisible();
    await expect(attachedFile(page)).toHaveCount(0);
  });
});

test.describe('a video', () => {
  test('a video may have exactly 30 MB and is uploaded unchanged', async ({ join }, testInfo) => {
    const fan = await join('Video Justo');
    const { page } = fan;
    await page.goto('/feed');
    const large = testInfo.outputPath('pasado.mp4');
    await writeFile(large, filmOf(31_457_281));
    await chooseFile(page, large);
    await expect(page.getByText('El video supera 30MB.')).toBeVisible();
    await expect(attachedFile(page)).toHaveCount(0);
    await expect(publishButton(page)).toBeDisabled();

    const exact = testInfo.outputPath('justo.mp4');
    await writeFile(exact, filmOf(31_457_280));
    await chooseFile(page, exact);
    await expect(page.getByText('El video supera 30MB.')).toHaveCount(0);
    await expect(attachedFile(page)).toContainText(uploadNote);
    await publishButton(page).click();
    await expect.poll(async () => (await newest(fan))?.media?.type).toBe('video');
  });

  test('a video shows its real upload progress', async ({ join }) => {
    const { page } = await join('Video Lento');
    await page.goto('/feed');
    await composer(page).focus();
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 500_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    await chooseFile(page, mp4(filmOf(2_000_000)));
    const bar = page.getByRole('progressbar');
    const percentages = new Set<number>();
    await expect(async () => {
      if (await bar.isVisible())
        percentages.add(Number(await bar.getAttribute('aria-valuenow', { timeout: 500 })));
      expect([...percentages].filter((percent) => percent > 0 && percent < 100).length).toBeGreaterThan(2);
    }).toPass({ intervals: [100] });
    expect([...percentages]).toEqual([...percentages].toSorted((a, b) => a - b));
    await expect(attachedFile(page)).toContainText(uploadNote);
    await expect(bar).toHaveCount(0);
  });
});

test('a video of another format is refused before the upload', async ({ join }) => {
  const { page } = await join('Formato Raro');
  await page.goto('/feed');
  await chooseFile(page, { name: 'gol.avi', mimeType: 'video/x-msvideo', buffer: filmOf(2000) });
  await expect(page.getByText('Formato no soportado. Usá un video MP4 o WebM.')).toBeVisible();
  await expect(attachedFile(page)).toHaveCount(0);
  await composer(page).fill('Sin video');
  await composer(page).press('Control+Enter');
  await expect(post(page, 'Sin video')).toBeVisible();
  await expect(page.getByText('Formato no soportado')).toHaveCount(0);
});

test.describe('an upload', () => {
  test('uploads can be put in order, cancelled and started again', async ({ join }) => {
    const { page } = await join('Sube Y Baja');
    await page.goto('/feed');
    await hold(page, 'uploadMedia');
    await chooseFile(page, [jpeg(await picture(300, 200)), jpeg(await picture(200, 300))]);
    await expect(page.getByRole('progressbar')).toHaveCount(2);
    const [first, second] = [attachedFile(page).first(), attachedFile(page).last()];
    await first.getByRole('button', { name: 'Cancelar' }).click();
    await expect(first).toContainText('Subida cancelada');
    await page.getByRole('button', { name: 'Mover imagen 2 antes' }).click();
    await expect(second).toContainText('Subida cancelada');
    await page.getByRole('button', { name: 'Mover imagen 2 antes' }).click();
    await expect(first).toContainText('Subida cancelada');
    await second.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await mend(page, 'uploadMedia');
    await first.getByRole('button', { name: 'Reintentar' }).click();
    await second.getByRole('button', { name: 'Reintentar' }).click();
    await expect(attachedFile(page)).toHaveText([uploadNote, uploadNote]);
  });

  test('an interrupted or refused upload says why, and is retried by its button or by publishing', async ({
    join,
  }) => {
    const fan = await join('Se Cortó');
    const { page } = fan;
    await page.goto('/feed');
    await cutOff(page, 'uploadMedia');
    await chooseFile(page, jpeg(await picture(300, 200)));
    await expect(attachedFile(page)).toContainText('No se pudo subir: sin conexión');
    await mend(page, 'uploadMedia');
    await refuse(page, 'uploadMedia', 'unavailable', 'No hay lugar para más archivos.');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(attachedFile(page)).toContainText('No se pudo subir: no hay lugar para más archivos');
    await mend(page, 'uploadMedia');
    await publishButton(page).click();
    await expect.poll(async () => (await newest(fan))?.media?.type).toBe('image');
  });

  test('a post published before its upload ends appears at once and waits for the upload', async ({
    join,
  }) => {
    const fan = await join('Apurada Total');
    const { page } = fan;
    await page.goto('/feed');
    const release = await hold(page, 'uploadMedia');
    await chooseFile(page, jpeg(await picture(300, 200)));
    await composer(page).fill('Ya va');
    await publishButton(page).click();
    await expect(post(page, 'Ya va').getByRole('img')).toBeVisible();
    await expect(composer(page)).toHaveValue('');
    await expect(page.getByRole('progressbar')).toBeVisible();
    expect(await newest(fan)).toBeUndefined();
    release();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect.poll(async () => (await newest(fan))?.text).toBe('Ya va');
    await expect(post(page, 'Ya va')).toHaveCount(1);
  });

  test('an upload is part of the post however late the composer’s chunk loads', async ({ join }) => {
    const fan = await join('Señal Lenta');
    const { page } = fan;
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/ComposerExtras-/, async (route) => {
      await gate;
      await route.fallback();
    });
    await page.goto('/feed');
    await composer(page).fill('Con foto o nada');
    await expect(publishButton(page)).toBeEnabled();
    await chooseFile(page, jpeg(await picture(300, 200)));
    await expect(publishButton(page)).toBeDisabled();
    release();
    await publishButton(page).click();
    await expect.poll(async () => (await newest(fan))?.media?.type).toBe('image');
  });

  test('cancelling the upload of a waiting post returns the draft without an alert', async ({ join }) => {
    const fan = await join('Cambió De Idea');
    const { page } = fan;
    await page.goto('/feed');
    await hold(page, 'uploadMedia');
    await chooseFile(page, jpeg(await picture(300, 200)));
    await composer(page).fill('Mejor no');
    await publishButton(page).click();
    await expect(post(page, 'Mejor no')).toBeVisible();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(post(page, 'Mejor no')).toHaveCount(0);
    await expect(composer(page)).toHaveValue('Mejor no');
    await expect(attachedFile(page)).toContainText('Subida cancelada');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    expect(await newest(fan)).toBeUndefined();
  });

  test('a finished upload is not repeated after a reload, and the file is still attached', async ({
    join,
  }) => {
    const fan = await join('Recarga Todo');
    const { page } = fan;
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/uploadMedia')) uploads.push(request.url());
    });
    await page.goto('/feed');
    await chooseFile(page, jpeg(await picture(300, 200)));
    await expect(attachedFile(page)).toContainText(uploadNote);
    await expect.poll(async () => (await draftFile(page)).isSent).toBe(true);
    await page.reload();
    await expect(attachedFile(page)).toContainText(uploadNote);
    await publishButton(page).click();
    await expect.poll(async () => (await newest(fan))?.media?.width).toBe(300);
    expect(uploads).toHaveLength(1);
    // A reload before the answer arrives keeps the draft.
    await expect.poll(() => draftFileIds(page)).toEqual([]);
    await page.reload();
    await expect(post(page, '').getByRole('img').last()).toBeVisible();
    await expect(attachedFile(page)).toHaveCount(0);
  });

  test('an image stays in its draft while another tab attaches and publishes its own; old files go', async ({
    join,
  }) => {
    const fan = await join('Dos Pestañas');
    const { page } = fan;
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.goto('/feed');
      await expect(composer(tab)).toBeVisible();
    }
    await composer(page).fill('De la primera');
    await chooseFile(page, jpeg(await picture(300, 200)));
    await expect(attachedFile(page)).toContainText(uploadNote);
    await expect.poll(() => draftFileIds(page)).toHaveLength(1);
    const [first = ''] = await draftFileIds(page);
    const agesInHours = { 'de hoy': 23, 'de ayer': 25, 'de antes': null };
    await copyDraftFile(page, agesInHours);

    await composer(other).fill('De la segunda');
    await chooseFile(other, jpeg(await picture(200, 200)));
    await expect(attachedFile(other)).toContainText(uploadNote);
    await expect.poll(() => draftFileIds(page)).not.toContain('de antes');
    await publishButton(other).click();
    await expect.poll(async () => (await newest(fan))?.text).toBe('De la segunda');
    await expect
      .poll(async () => (await draftFileIds(page)).toSorted())
      .toEqual(['de hoy', first].toSorted());
    await other.close();

    await page.reload();
    await expect(composer(page)).toHaveValue('De la primera');
    await expect(attachedFile(page)).toContainText(uploadNote);
  });

  test('an upload interrupted by a reload restarts automatically', async ({ join }) => {
    const { page } = await join('Recarga Antes');
    await page.goto('/feed');
    await hold(page, 'uploadMedia');
    await chooseFile(page, jpeg(await picture(300, 200)));
    await expect(page.getByRole('progressbar')).toBeVisible();
    // IndexedDB is written shortly after the page shows the file.
    await expect(async () => expect((await draftFile(page)).isSent).toBe(false)).toPass();
    await mend(page, 'uploadMedia');
    await page.reload();
    await expect(attachedFile(page)).toContainText(uploadNote);
  });
});

async function newest({ query }: Person) {
  return (await query('getFeed', { tab: 'siguiendo' })).items[0];
}
