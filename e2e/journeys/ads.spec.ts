import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import type { Input } from '../../contract/src/calls/all.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { makeAdmin } from '../harness/administration.ts';
import { inDatabase } from '../harness/database.ts';
import { cutOff, hold, mend, refuse, refusedCall } from '../harness/faults.ts';
import { layoutShift, recordShifts } from '../harness/layout-shifts.ts';
import type { Person } from '../harness/person.ts';
import { clip, picture } from '../harness/pictures.ts';
import { post, scrollTo } from '../harness/screens.ts';
import { freePort, siteUrl, startProcess } from '../harness/site-process.ts';
import { expect, test as base } from '../harness/site.ts';

let url = '';
let dataDir = '';
let stop: (() => Promise<void>) | undefined;

// Ads are global, so these journeys have their own site and run one after the other.
const test = base.extend({
  baseURL: async ({}, use) => use(url),
});
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tablon-ads-'));
  const port = await freePort();
  url = siteUrl(port);
  stop = await startProcess({ port, dataDir });
});
test.afterAll(async () => {
  await stop?.();
  await rm(dataDir, { recursive: true, force: true });
});
test.beforeEach(() => inDatabase('DELETE FROM ads', [], dataDir));

const ads = (page: Page): Locator => page.getByRole('main').getByRole('article', { name: /^Publicidad/ });
const rows = (page: Page): Locator =>
  page.getByRole('region', { name: 'Anuncios recientes' }).getByRole('listitem');

async function createAd(admin: Person, input: Partial<Input<'adminCreateAd'>> = {}) {
  const { key } = await admin.upload(await picture(800, 400), 'image/jpeg', 'ad');
  return (await admin.command('adminCreateAd', { linkUrl: `${url}/terminos`, media: { key }, ...input })).ad;
}

/** The feed's articles in order: a post's number, or 'ad'. */
async function order(page: Page): Promise<(number | 'ad')[]> {
  const texts = await page.getByRole('main').getByRole('article').allInnerTexts();
  return texts.map((text) => (text.includes('Publicidad') ? 'ad' : Number(/Toque (\d+)/.exec(text)?.[1])));
}

async function chooseFile(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page.getByLabel('Imagen o video').setInputFiles(file);
}

test('an admin creates an ad in the panel, and a fan sees it after six posts', async ({ join: enter }) => {
  const { page } = await makeAdmin(await enter('Norma Aleandro'), dataDir);
  await page.goto('/admin/ads');
  await expect(page.getByText('Todavía no hay anuncios.')).toBeVisible();
  await page.getByLabel('Título').fill('Camisetas retro');
  await page.getByLabel('Texto').fill('Algodón pesado');
  await page.getByLabel('Enlace').fill(`${url}/terminos`);
  await chooseFile(page, {
    name: 'a.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture(2000, 1000),
  });
  await expect(page.getByText('Imagen lista')).toBeVisible();
  const preview = page.getByRole('region', { name: 'Vista previa' });
  await expect(preview.getByText('Camisetas retro')).toBeVisible();
  await expect(preview.getByText('localhost')).toBeVisible();
  const linkField = page.getByLabel('Enlace');
  await linkField.press('Enter');
  await expect(page.getByText('Anuncio creado.')).toBeVisible();
  await expect(rows(page)).toContainText(['Camisetas retro']);
  await expect(rows(page).getByText('Activo')).toBeVisible();
  await expect(page.getByLabel('Título')).toHaveValue('');
  await expect(linkField).toBeFocused();
  await expect(page.getByText('Imagen lista')).toHaveCount(0);

  const fan = await enter('Quique Hache');
  await fan.publishMany(13, 'Toque');
  await recordShifts(fan.page);
  let countedImpressions = 0;
  fan.page.on('response', (response) => {
    if (response.url().includes('/api/adImpression') && response.ok()) countedImpressions++;
  });
  await fan.page.goto('/feed');
  await expect(ads(fan.page).first()).toBeAttached();
  await scrollTo(fan.page, post(fan.page, /Toque 1(?!\d)/));
  await expect.poll(() => order(fan.page)).toEqual([13, 12, 11, 10, 9, 8, 'ad', 7, 6, 5, 4, 3, 2, 'ad', 1]);
  await ads(fan.page).last().scrollIntoViewIfNeeded();
  await expect.poll(() => countedImpressions).toBe(2);
  const link = ads(fan.page).first().getByRole('link');
  await expect(link).toHaveAttribute('rel', 'sponsored noopener');
  await expect(link).toHaveAttribute('href', /^\/api\/adRedirect\?adId=[\w-]{36}$/);
  expect(await layoutShift(fan.page)).toBeLessThanOrEqual(0.02);

  await link.scrollIntoViewIfNeeded();
  const popup = fan.page.waitForEvent('popup');
  await link.click();
  await expect(await popup).toHaveURL('/terminos');

  await page.getByRole('button', { name: 'Estadísticas' }).click();
  await expect(page.getByRole('img', { name: /^Clics por día: 1 en total/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Impresiones por día: 2 en total/ })).toBeVisible();
});

test('the fourth impression of a day is not sent, however one scrolls, and Back finds the ads in place', async ({
  join: enter,
}) => {
  test.slow();
  const admin = await makeAdmin(await enter('Chiche Sosa'), dataDir);
  const ad = await createAd(admin, { frequency: 2 });
  const { page, publishMany } = await enter('Mirta Busnelli');
  await publishMany(24, 'Toque');
  let sentCount = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/adImpression')) sentCount++;
  });
  await page.goto('/feed');
  await expect(ads(page).first()).toBeVisible();
  for (const card of await ads(page).all()) await card.scrollIntoViewIfNeeded();
  await scrollTo(page, post(page, /Toque 1(?!\d)/));
  await post(page, /Toque 1(?!\d)/).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, -20_000);
  await expect(post(page, 'Toque 24')).toBeInViewport();
  await expect.poll(() => sentCount).toBe(3);
  const counts = await page.evaluate(() =>
    Object.entries(localStorage).filter(([key]) => key.startsWith('tablon.ads.')),
  );
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' }).format();
  expect(counts).toEqual([[`tablon.ads.${today}`, JSON.stringify({ [ad.id]: 3 })]]);

  await scrollTo(page, post(page, /Toque 1(?!\d)/));
  await expect(ads(page)).toHaveCount(3);
  const before = await order(page);
  await post(page, /Toque 3(?!\d)/)
    .locator('time')
    .click();
  await expect(page).toHaveURL(/\/p\//);
  await page.goBack();
  await expect(post(page, /Toque 3(?!\d)/)).toBeInViewport();
  expect(await order(page)).toEqual(before);

  await page.reload();
  await expect(post(page, 'Toque 24')).toBeVisible();
  await scrollTo(page, post(page, /Toque 1(?!\d)/));
  await expect(ads(page)).toHaveCount(0);
  expect(sentCount).toBe(3);
  const { days } = await admin.query('adminAdStats', { adId: ad.id });
  expect(days.at(-1)?.impressions).toBe(3);
});

test('pausing hides an ad from the next load, reactivating shows it, deleting removes its file', async ({
  join: enter,
}) => {
  const admin = await makeAdmin(await enter('Pepe Soriano'), dataDir);
  const ad = await createAd(admin, { title: 'Botines' });
  const fan = await enter('Beba Granados');
  await fan.publishMany(8, 'Toque');
  const { page } = admin;
  await page.goto('/admin/ads');
  await page.getByRole('button', { name: 'Pausar' }).click();
  await expect(rows(page).getByText('Pausado')).toBeVisible();
  await fan.page.goto('/feed');
  await Promise.all([fan.page.waitForResponse(/getAds/), fan.page.reload()]);
  await scrollTo(fan.page, post(fan.page, /Toque 1(?!\d)/));
  await expect(ads(fan.page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Reactivar' }).click();
  await expect(rows(page).getByText('Activo')).toBeVisible();
  await fan.page.reload();
  await expect(ads(fan.page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Eliminar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Eliminar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Todavía no hay anuncios.')).toBeVisible();
  await expect.poll(async () => (await fan.page.request.get(ad.imageUrl ?? '')).status()).toBe(404);
  expect((await fan.page.request.get(`/api/adRedirect?adId=${ad.id}`, { maxRedirects: 0 })).status()).toBe(
    404,
  );
});

test('a page that stays open shows the ads of now after another screen', async ({ join: enter }) => {
  const admin = await makeAdmin(await enter('Susana Campos'), dataDir);
  const fan = await enter('Olga Zubarry');
  await fan.publishMany(8, 'Toque');
  const { id: adId } = await createAd(admin, { title: 'Botines', frequency: 2, capPerUserPerDay: 9 });
  const { page } = fan;
  const visitOther = async () => {
    await post(page, 'Toque 8').locator('time').click();
    await expect(page).toHaveURL(/\/p\//);
    const answer = page.waitForResponse(/getAds/);
    await page.goBack();
    await answer;
  };
  await page.goto('/feed');
  await expect(ads(page)).toHaveCount(4);
  await admin.command('adminSetAdStatus', { adId, status: 'paused' });
  await visitOther();
  await expect(ads(page)).toHaveCount(0);
  await createAd(admin, { title: 'Medias', frequency: 2, capPerUserPerDay: 9 });
  await visitOther();
  await expect(ads(page).filter({ hasText: 'Medias' })).toHaveCount(4);

  // The admin's open page has the panel as another screen.
  await admin.page.goto('/feed?tab=paraVos');
  await expect(ads(admin.page).first()).toContainText('Medias');
  await admin.page.getByRole('link', { name: 'Administración' }).first().click();
  await admin.page.getByRole('link', { name: 'Panel de anuncios' }).click();
  const row = (title: string) => rows(admin.page).filter({ hasText: title });
  await row('Medias').getByRole('button', { name: 'Pausar' }).click();
  await expect(row('Medias')).toContainText('Pausado');
  await row('Botines').getByRole('button', { name: 'Reactivar' }).click();
  await expect(row('Botines')).toContainText('Activo');
  await admin.page.goBack();
  await admin.page.goBack();
  await expect(ads(admin.page).first()).toContainText('Botines');
  await expect(ads(admin.page).filter({ hasText: 'Medias' })).toHaveCount(0);
});

test('an ad that loads late does not move the post being read, and still gets its place', async ({
  join: enter,
}) => {
  await createAd(await makeAdmin(await enter('Aída Luz'), dataDir));
  const { page, publishMany } = await enter('Mecha Ortiz');
  await publishMany(20, 'Toque');
  await recordShifts(page);
  const release = await hold(page, 'getAds');
  await page.goto('/feed');
  await scrollTo(page, post(page, /Toque 9(?!\d)/));
  // The place after six posts is now on the screen, the next place is below it.
  await post(page, 'Toque 15').evaluate((card) => card.scrollIntoView({ block: 'center' }));
  const before = await post(page, 'Toque 14').boundingBox();
  // On a slow machine the next page of posts pushed the button at the end of the list.
  const shiftBefore = await layoutShift(page);
  release();
  await expect.poll(async () => (await order(page)).indexOf('ad')).toBe(12);
  expect(await post(page, 'Toque 14').boundingBox()).toEqual(before);
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 3_000);
  await expect.poll(async () => (await order(page)).slice(0, 8)).toEqual([20, 19, 18, 17, 16, 15, 'ad', 14]);
  expect((await layoutShift(page)) - shiftBefore).toBeLessThanOrEqual(0.02);
});

test('the panel and an ad have no accessibility violations', async ({ join: enter }) => {
  const admin = await makeAdmin(await enter('Niní Marshall'), dataDir);
  await createAd(admin, { title: 'Botines', text: 'Para el barro', frequency: 2 });
  await admin.publishMany(3, 'Toque');
  const { page } = admin;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/admin/ads');
  await page.getByLabel('Título').fill('Rebajas');
  await page.getByRole('button', { name: 'Crear anuncio' }).click();
  await page.getByRole('button', { name: 'Estadísticas' }).click();
  await page.getByText('Ver los números por día').click();
  await expect(page.getByRole('table')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Título').fill('');
  await page.goto('/feed');
  await expect(ads(page)).toHaveCount(1);
  await expectAccessible(page);
});

test('a video ad waits for a tap and plays without sound', async ({ join: enter }) => {
  const admin = await makeAdmin(await enter('Tita Russ'), dataDir);
  const { page } = admin;
  const { id: adId } = await createAd(admin);
  await admin.command('adminSetAdStatus', { adId, status: 'paused' });
  await page.goto('/admin/ads');
  await expect(rows(page)).toContainText(['Pausado']);
  await page.getByLabel('Enlace').fill(`${url}/terminos`);
  await chooseFile(page, { name: 'a.webm', mimeType: 'video/webm', buffer: await clip() });
  await expect(page.getByText('Video listo')).toBeVisible();
  await page.getByRole('button', { name: 'Crear anuncio' }).click();
  await expect(page.getByText('Anuncio creado.')).toBeVisible();
  await expect(rows(page)).toContainText(['Activo', 'Pausado']);

  const fan = await enter('Zully Moreno');
  await fan.publishMany(6, 'Toque');
  await fan.page.goto('/feed');
  const ad = ads(fan.page);
  await scrollTo(fan.page, ad);
  await ad.getByRole('button', { name: /^Reproducir/ }).scrollIntoViewIfNeeded();
  const video = ad.locator('video');
  await expect(video).toHaveJSProperty('paused', true);
  await expect(video).toHaveJSProperty('muted', true);
  await ad.getByRole('button', { name: /^Reproducir/ }).click();
  await expect(video).toHaveJSProperty('controls', true);
  await expect(fan.page).toHaveURL('/feed');
});

test.describe('when something fails', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('an error of the ad form appears next to its field and keeps the input', async ({ join: enter }) => {
    const { page } = await makeAdmin(await enter('Inda Ledesma'), dataDir);
    await page.goto('/admin/ads');
    const create = page.getByRole('button', { name: 'Crear anuncio' });
    await page.getByLabel('Título').fill('Rebajas');
    await create.click();
    const link = page.getByLabel('Enlace');
    const file = page.getByLabel('Imagen o video');
    await expect(link).toHaveAccessibleDescription('Ingresá el enlace (link de destino).');
    await expect(file).toHaveAccessibleDescription(/Subí una imagen o un video para el anuncio\.$/);
    await expect(file).toBeFocused();

    const tooLarge = join(dataDir, 'largo.mp4');
    await writeFile(tooLarge, Buffer.alloc(31_457_281));
    await chooseFile(page, tooLarge);
    await expect(file).toHaveAccessibleDescription(/El video supera 30MB\.$/);
    await link.fill('javascript:alert(1)');
    await page.getByLabel('Tope por usuario y día').fill('0');
    await page.getByLabel('Frecuencia').fill('1');
    // The logo has the same name.
    await page.locator('input').and(page.getByLabel('Inicio')).fill('2026-11-21T15:00');
    await page.getByLabel('Fin', { exact: true }).fill('2026-11-21T14:59');
    await create.click();
    await expect(link).toHaveAccessibleDescription('El enlace no es válido.');
    await expect(page.getByLabel('Tope por usuario y día')).toHaveAccessibleDescription(/de 1 a 1000\.$/);
    await expect(page.getByLabel('Frecuencia')).toHaveAccessibleDescription(/de 2 a 1000\./);
    await expect(page.getByLabel('Fin', { exact: true })).toHaveAccessibleDescription(
      /El fin tiene que ser posterior al inicio\./,
    );

    await link.fill('ole.com.ar');
    await page.getByLabel('Tope por usuario y día').fill('5');
    await page.getByLabel('Frecuencia').fill('4');
    await page.getByLabel('Fin', { exact: true }).fill('2999-11-21T16:00');
    await chooseFile(page, { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture(400, 300) });
    await expect(page.getByText('Imagen lista')).toBeVisible();
    await refuse(page, 'adminCreateAd', 'internal');
    await create.click();
    await expect(page.getByRole('alert')).toHaveText('No se pudo crear el anuncio.');
    await expect(page.getByLabel('Título')).toHaveValue('Rebajas');
    await expect(link).toHaveValue('ole.com.ar');
    await expect(page.getByText('Imagen lista')).toBeVisible();
    await mend(page, 'adminCreateAd');
    await create.click();
    await expect(page.getByText('Anuncio creado.')).toBeVisible();
    await expect(rows(page)).toContainText([/Cada 4 publicaciones · hasta 5 por usuario y día/]);
    await expect(rows(page)).toContainText([/Desde 21\/11\/2026 15:00 hasta 21\/11\/2999 16:00/]);
  });

  test('a failed pause, reactivation or deletion is reported and changes nothing', async ({
    join: enter,
  }) => {
    const admin = await makeAdmin(await enter('Lito Cruz'), dataDir);
    const { id: adId } = await createAd(admin);
    const { page } = admin;
    await page.goto('/admin/ads');
    const alert = page.getByRole('alertdialog');
    const dismiss = async (text: string) => {
      await expect(alert).toContainText(text);
      await alert.getByRole('button', { name: 'Aceptar' }).click();
    };
    await refuse(page, 'adminSetAdStatus', 'internal');
    await page.getByRole('button', { name: 'Pausar' }).click();
    await dismiss('No se pudo pausar.');
    await cutOff(page, 'adminDeleteAd');
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await alert.getByRole('button', { name: 'Eliminar' }).click();
    await dismiss('No se pudo eliminar.');
    await expect(rows(page)).toHaveCount(1);
    await admin.command('adminSetAdStatus', { adId, status: 'paused' });
    await page.reload();
    await page.getByRole('button', { name: 'Reactivar' }).click();
    await dismiss('No se pudo reactivar.');
    await expect(rows(page).getByText('Pausado')).toBeVisible();
  });

  test('a failed impression disturbs nobody', async ({ join: enter }) => {
    await createAd(await makeAdmin(await enter('Onofre Lovero'), dataDir), { frequency: 2 });
    const { page, publishMany } = await enter('Lola Membrives');
    await publishMany(4, 'Toque');
    await refuse(page, 'adImpression', 'internal');
    const failedCall = page.waitForResponse(/adImpression/);
    await page.goto('/feed');
    await failedCall;
    await expect(ads(page)).toHaveCount(2);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('a half-filled ad form asks before it is lost, an empty one does not', async ({ join: enter }) => {
  const { page } = await makeAdmin(await enter('Bárbara Mujica'), dataDir);
  await page.goto('/admin/ads');
  await page.getByLabel('Título').fill('Rebajas');
  const back = page.getByRole('link', { name: 'Volver a Administración' });
  await back.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Tenés cambios sin guardar.');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL('/admin/ads');
  await expect(page.getByLabel('Título')).toHaveValue('Rebajas');
  await page.getByLabel('Título').fill('');
  await back.click();
  await expect(page).toHaveURL('/admin');
});

test('a fan cannot open the panel', async ({ join: enter }) => {
  const { page } = await enter('Elsa Daniel');
  await page.goto('/admin/ads');
  await expect(page).toHaveURL('/feed');
  const refusal = await page.request.get('/api/adminListAds');
  expect(refusal.status()).toBe(403);
});
