import type { Page } from '@playwright/test';

import { expectAccessible } from '../harness/accessible.ts';
import { hold, refuse, refusedCall } from '../harness/faults.ts';
import { composer, post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

const phone = { width: 360, height: 740 };
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Nueva publicación' });
const sheetBox = (page: Page) => sheet(page).getByRole('textbox', { name: '¿Qué se dice en el tablón?' });
const writeButton = (page: Page) => page.getByRole('button', { name: 'Escribir', exact: true });

test('one writes anywhere: the sheet shares the draft with the feed, and gives the focus back', async ({
  join,
}) => {
  const { page } = await join('Pluma Suelta');
  await page.goto('/guardados');
  await writeButton(page).click();
  await expect(sheetBox(page)).toBeFocused();
  await page.keyboard.type('A medio');
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect(writeButton(page)).toBeFocused();
  await expect(page).toHaveURL('/guardados');

  await page.keyboard.press('Enter');
  await expect(sheetBox(page)).toHaveValue('A medio');
  await page.keyboard.type(' escribir');
  await page.goBack();
  await expect(sheet(page)).toBeHidden();
  await expect(page).toHaveURL('/guardados');

  await page.getByRole('link', { name: 'Inicio' }).first().click();
  await expect(composer(page)).toHaveValue('A medio escribir');
});

test('a post from elsewhere says that it is on its way, and then links to itself', async ({ join }) => {
  const { page } = await join('Desde Lejos');
  await page.setViewportSize(phone);
  await page.goto('/guardados');
  await writeButton(page).click();
  await sheetBox(page).fill('Desde los guardados');
  const release = await hold(page, 'publishPost');
  await sheet(page).getByRole('button', { name: 'Publicar' }).click();
  await expect(sheet(page)).toBeHidden();
  const toast = page.getByRole('status').filter({ hasText: 'Publicando…' });
  await expect(toast).toBeVisible();
  release();
  const link = page.getByRole('status').filter({ hasText: 'Publicación enviada.' }).getByRole('link');
  await expect(toast).toBeHidden();
  const bar = await page.getByRole('navigation', { name: 'Secciones' }).boundingBox();
  const place = await link.boundingBox();
  expect(place!.y + place!.height).toBeLessThanOrEqual(bar!.y);
  await link.click();
  await expect(page).toHaveURL(/\/p\//);
  await expect(post(page, 'Desde los guardados')).toBeVisible();
});

test('a post that fails elsewhere is in the sheet again', async ({ join }) => {
  const { page } = await join('Sin Suerte');
  await page.goto('/guardados');
  await writeButton(page).click();
  await sheetBox(page).fill('No sale');
  await refuse(page, 'publishPost', 'unavailable');
  await sheet(page).getByRole('button', { name: 'Publicar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByText('Publicando…')).toBeHidden();
  await writeButton(page).click();
  await expect(sheetBox(page)).toHaveValue('No sale');
});

test('the bar at the bottom of a phone names the sections, and is away while one reads on or types', async ({
  join,
}) => {
  const { page, publishMany } = await join('Barra Abajo');
  await publishMany(15, 'Renglón');
  await page.setViewportSize(phone);
  await page.goto('/feed');
  const bar = page.getByRole('navigation', { name: 'Secciones' });
  const links = bar.getByRole('link');
  await expect(bar).toBeInViewport();
  for (const [n, name] of ['Inicio', 'Buscar', 'Guardados', 'Mi perfil'].entries()) {
    await expect(links.nth(n)).toHaveAccessibleName(name);
  }
  await expect(links.first()).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Buscar' })).toBeVisible();

  await expect(post(page, 'Renglón 15')).toBeVisible();
  await page.mouse.move(180, 400);
  await page.mouse.wheel(0, 600);
  await expect(bar).not.toBeInViewport();
  await page.mouse.wheel(0, -100);
  await expect(bar).toBeInViewport();
  await page.evaluate(() => {
    const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
    scrollTo(0, 0);
    return scrolled;
  });
  await composer(page).fill('Escribo');
  await expect(bar).not.toBeInViewport();
  await composer(page).blur();
  await expect(bar).toBeInViewport();

  // The end of the page lies above the bar.
  await page.goto('/guardados');
  await expect(links.nth(2)).toHaveAttribute('aria-current', 'page');
  const end = await page.getByRole('main').evaluate((main) => getComputedStyle(main).paddingBottom);
  expect(end).toBe('56px');
  await page.setViewportSize({ width: 769, height: 740 });
  await expect(bar).toBeHidden();
  await expect(writeButton(page)).toBeVisible();
});

test('every screen but the feed has a bar that leads back, from a first screen to the feed', async ({
  join,
}) => {
  const { page, command } = await join('Vuelta Olímpica');
  const { post: newPost } = await command('publishPost', { text: 'Para volver' });
  const back = page.getByRole('button', { name: 'Volver', exact: true });
  await page.goto('/guardados');
  await page.getByRole('navigation').getByRole('link', { name: 'Buscar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Buscar' })).toBeVisible();
  await back.click();
  await expect(page).toHaveURL('/guardados');
  await back.click();
  await expect(page).toHaveURL('/feed');
  await expect(post(page, 'Para volver')).toBeVisible();
  await expect(back).toHaveCount(0);

  // A reload keeps the page to go back to.
  await post(page, 'Para volver').click();
  await expect(page).toHaveURL(`/p/${newPost.id}`);
  await page.reload();
  await back.click();
  await expect(page).toHaveURL('/feed');
  for (const path of [
    `/p/${newPost.id}`,
    '/perfil',
    '/editar',
    '/cuenta',
    '/silenciados',
    '/notificaciones',
    '/terminos',
    '/privacidad',
  ]) {
    await page.goto(path);
    await expect(back).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
});

test('the document title says who and what, and how many notifications are unread', async ({ join }) => {
  const { page, command, uid } = await join('Nadia Título');
  const fan = await join('Hincha Curioso');
  const { post: newPost } = await command('publishPost', { text: 'Le aposté un mate' });
  await page.goto('/feed');
  await expect(page).toHaveTitle('Tablón');
  await post(page, 'Le aposté').click();
  await expect(page).toHaveTitle('Nadia Título: «Le aposté un mate» · Tablón');
  await fan.page.goto(`/perfil/${uid}`);
  await expect(fan.page).toHaveTitle('Nadia Título · Tablón');

  await fan.command('likePost', { postId: newPost.id });
  await expect(page).toHaveTitle('(1) Nadia Título: «Le aposté un mate» · Tablón', { timeout: 15_000 });
  await page.getByRole('link', { name: 'Inicio' }).first().click();
  await expect(page).toHaveTitle('(1) Tablón');
});

test('the frame of a phone has no accessibility violations', async ({ join }) => {
  const { page } = await join('Ana Marco');
  await page.setViewportSize(phone);
  await page.goto('/guardados');
  await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/notificaciones');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await writeButton(page).click();
  await expect(sheetBox(page)).toBeFocused();
  await expectAccessible(page);
});
