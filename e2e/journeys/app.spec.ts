import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { refusedCall } from '../harness/faults.ts';
import { Person } from '../harness/person.ts';
import { type Release, startRelease } from '../harness/release.ts';
import { composer, post, publish } from '../harness/screens.ts';
import { expect, test as siteTest } from '../harness/site.ts';

const test = siteTest.extend<{ release: Release }>({
  // Each journey has its own address, and so its own service worker, and may redeploy the site.
  release: async ({}, use) => {
    const release = await startRelease(process.env['E2E_URL']!);
    await use(release);
    await release.close();
  },
  baseURL: async ({ release }, use) => use(release.url),
});

const missingFile = new RegExp(`${refusedCall.source}|Unable to preload CSS`);

test.use({ serviceWorkers: 'allow', expectedErrors: [missingFile] });

test('without a network the app starts, shows the last feed, and keeps the draft', async ({ join }) => {
  const { page, publishMany } = await join('Sin Señal');
  await publishMany(3, 'Guardado');
  await page.goto('/feed');
  await waitForCaches(page);
  expect(await cachedFiles(page)).toEqual(expect.arrayContaining(['/', '/favicon.svg']));

  await page.context().setOffline(true);
  await page.reload();
  await expect(post(page, 'Guardado 3')).toBeVisible();
  await expect(page.getByText('Sin conexión. Lo que ves puede no estar al día.')).toBeVisible();
  await publish(page, 'Esto no sale');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('No se pudo publicar: sin conexión')).toBeVisible();
  await dialog.getByRole('button', { name: 'Aceptar' }).click();
  await expect(composer(page)).toHaveValue('Esto no sale');
  await expect(post(page, 'Esto no sale')).toHaveCount(0);

  await page.getByRole('navigation').getByRole('link', { name: 'Buscar' }).click();
  await expect(page.getByText('Se cortó la señal.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible();
  await expect(page.getByText('Sin conexión.')).toBeHidden();

  await page.goto('/feed');
  await expect(composer(page)).toHaveValue('Esto no sale');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(post(page, 'Esto no sale')).toBeVisible();
});

test('only the session and the head of the feed are cached, and nothing after Salir', async ({ join }) => {
  const { page, publishMany } = await join('Va y Viene');
  await publishMany(12, 'Mío');
  await page.goto('/feed');
  await waitForCaches(page);
  await page.getByRole('tab', { name: 'Para vos' }).click();
  await page.goto('/perfil');
  await page.goto('/guardados');
  const paths = await cachedFiles(page);
  expect(paths.filter((path) => path.startsWith('/api/')).toSorted()).toEqual([
    '/api/getFeed?tab=paraVos',
    '/api/getFeed?tab=siguiendo',
    '/api/getSession',
  ]);

  await page.getByRole('button', { name: 'Salir' }).first().click();
  await expect(page).toHaveURL(/\/ingresar/);
  expect((await cachedFiles(page)).filter((path) => path.startsWith('/api/'))).toEqual([]);
  await expect
    .poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)))
    .toBe(true);
});

test('a second user of the same browser sees nothing of the first', async ({ join }) => {
  const first = await join('Primera Dueña');
  await first.publishMany(1, 'De la primera');
  const { page } = first;
  await page.goto('/feed');
  await waitForCaches(page);
  const second = await join('Segundo Dueño');
  const { email } = second;
  const headers = { Origin: new URL(page.url()).origin };
  await page.request.post('/api/signIn', { data: { email, password: Person.password }, headers });
  await page.goto('/feed');
  const initials = page.getByRole('main').locator('[data-initials="SD"]').first();
  await expect(initials).toBeVisible();
  await page.context().setOffline(true);
  await page.reload();
  await expect(initials).toBeVisible();
  await expect(page.getByText('De la primera')).toHaveCount(0);
});

test('events bypass the worker, and the app icon shows the number of unread notifications', async ({
  join,
}) => {
  const { page, command } = await join('Ícono Vivo');
  const fan = await join('Hincha Ruidoso');
  const { post: likedPost } = await command('publishPost', { text: 'Con número' });
  await page.addInitScript(() => {
    const icon: number[] = [];
    Object.assign(globalThis, { icon });
    const setAppBadge = async (unread: number) => void icon.push(unread);
    Object.assign(navigator, { setAppBadge, clearAppBadge: () => setAppBadge(0) });
  });
  const icon = () => page.evaluate('icon');
  await page.goto('/feed');
  await waitForCaches(page);
  const stream = page.waitForResponse('**/api/events');
  await page.reload();
  expect((await stream).fromServiceWorker()).toBe(false);
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect.poll(icon).toEqual([0]);
  await fan.command('likePost', { postId: likedPost.id });
  await expect.poll(icon).toEqual([0, 1]);
  await fan.command('repostPost', { postId: likedPost.id });
  await expect.poll(icon).toEqual([0, 1, 2]);
  await page.getByRole('button', { name: 'Notificaciones, 2 sin leer' }).click();
  await page.getByRole('button', { name: 'Marcar todo como leído' }).click();
  await expect.poll(icon).toEqual([0, 1, 2, 0]);
  await fan.command('addComment', { postId: likedPost.id, text: 'Uno más' });
  await expect.poll(icon).toEqual([0, 1, 2, 0, 1]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Salir' }).first().click();
  await expect.poll(icon).toEqual([0, 1, 2, 0, 1, 0]);
});

test('a new version is offered, and taking it keeps the draft', async ({ join, release }) => {
  const { page } = await join('Versión Nueva');
  await page.goto('/feed');
  await waitForCaches(page);
  await composer(page).fill('Todavía no terminé');
  release.deploy();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText('Hay una versión nueva.')).toBeVisible();
  expect(await bootOf(page)).not.toContain('NEXT');
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect.poll(() => bootOf(page)).toContain('NEXT');
  await expect(composer(page)).toHaveValue('Todavía no terminé');
});

test('an ignored offer installs the new version at the next start', async ({ join, release }) => {
  const { page } = await join('Mañana Mejor');
  await page.goto('/feed');
  await waitForCaches(page);
  release.deploy();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText('Hay una versión nueva.')).toBeVisible();
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto('/feed');
  await expect(composer(again)).toBeVisible();
  expect(await bootOf(again)).toContain('NEXT');
});

test('a chunk that a new version has removed loads that version and keeps the draft', async ({
  join,
  release,
}) => {
  const { page } = await join('Pieza Perdida');
  await page.goto('/feed');
  await waitForCaches(page);
  await composer(page).fill('Que no se pierda');
  release.deploy();
  await page.getByRole('navigation').getByRole('link', { name: 'Buscar' }).click();
  await expect.poll(() => bootOf(page)).toContain('NEXT');
  await expect(page).toHaveURL('/buscar');
  await page.getByRole('navigation').getByRole('link', { name: 'Inicio' }).click();
  await expect(composer(page)).toHaveValue('Que no se pierda');
});

test('the manifest is complete for an installed app, and its icons match it', async ({ page, request }) => {
  await page.goto('/ingresar');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await request.get(address!);
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as {
    icons: { src: string; sizes: string; purpose: string }[];
    shortcuts: { name: string; url: string }[];
  };
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Tablón',
    lang: 'es-AR',
    start_url: '/feed',
    scope: '/',
    display: 'standalone',
    share_target: { action: '/feed', method: 'GET' },
  });
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Escribir', 'Buscar', 'Notificaciones']);
  expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(
    new Set(['any', 'maskable', 'monochrome']),
  );
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp(await (await request.get(src)).body()).metadata();
    expect([src, `${width}x${height}`, format]).toEqual([src, sizes, 'png']);
  }
  const cdp = await page.context().newCDPSession(page);
  const { errors } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});

test('the app can be installed', { tag: '@whole-browser' }, async ({ page }) => {
  await page.goto('/ingresar');
  const cdp = await page.context().newCDPSession(page);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  // Journeys run in private windows, which cannot install apps.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
});

test('content shared by another app is added below the draft, and a shortcut starts a post', async ({
  join,
}) => {
  const { page } = await join('Comparte Todo');
  await page.goto('/feed');
  await composer(page).fill('Ya tenía esto');
  const query = new URLSearchParams({ text: 'Qué golazo', url: 'https://ejemplo.ar/gol' });
  await page.goto(`/feed?${query.toString()}`);
  await expect(composer(page)).toHaveValue('Ya tenía esto\n\nQué golazo');
  await expect(page.getByRole('textbox', { name: /[Ee]nlace/ })).toHaveValue('https://ejemplo.ar/gol');
  await expect(page).toHaveURL('/feed');
  await page.reload();
  await expect(composer(page)).toHaveValue('Ya tenía esto\n\nQué golazo');

  await page.goto('/feed?escribir=1');
  await expect(composer(page)).toBeFocused();
  await expect(page).toHaveURL('/feed');
});

test('shared content survives a sign-in', async ({ join, visitor }) => {
  const { email } = await join('Primero Entro');
  const page = await visitor();
  await page.goto('/feed?text=Desde+afuera');
  await expect(page).toHaveURL(/\/ingresar/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña').fill(Person.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(composer(page)).toHaveValue('Desde afuera');
  await expect(page).toHaveURL('/feed');
});

test('the menu installs the app if the browser offers it', async ({ join }) => {
  const { page } = await join('Instalada Sosa');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/feed');
  const menu = page.getByRole('button', { name: 'Abrir menú' });
  const install = page.getByRole('button', { name: 'Instalar' });
  await menu.click();
  await expect(page.getByRole('button', { name: 'Salir' })).toBeVisible();
  await expect(install).toHaveCount(0);
  await page.evaluate(() => {
    const prompt = async () => void Object.assign(globalThis, { prompted: true });
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });
  await install.click();
  expect(await page.evaluate('prompted')).toBe(true);
  await expect(install).toHaveCount(0);
});

async function waitForCaches(page: Page): Promise<void> {
  const isCached = () => page.evaluate(async () => Boolean(await caches.match('/api/getFeed?tab=siguiendo')));
  await expect.poll(isCached, { timeout: 20_000 }).toBe(true);
}

async function cachedFiles(page: Page): Promise<string[]> {
  const urls = await page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return all.flat().map(({ url }) => url);
  });
  return urls.map((url) => url.slice(new URL(url).origin.length));
}

/** Null during a redeployment. */
function bootOf(page: Page): Promise<string | null> {
  return page
    .evaluate(() => document.querySelector('script:not([type=module])')?.getAttribute('src') ?? null)
    .catch(() => null);
}
