import type { Locator, Page } from '@playwright/test';

import { inDatabase } from '../harness/database.ts';
import { likeOldChrome, likeOldSafari, likeSafari } from '../harness/other-browsers.ts';
import { composer, post, scrollTo } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

const lines = Array.from({ length: 6 }, (_, n) => `Línea ${n + 1}`).join('\n');

test('without field-sizing, text boxes show all their lines, also in dialogs', async ({ join }) => {
  const { page, command } = await join('Amelia Bence');
  const { post: own } = await command('publishPost', { text: 'Citame entera' });
  await likeSafari(page.context());
  await page.goto('/feed');

  await composer(page).fill(lines);
  await page.getByRole('button', { name: 'Escribir', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Nueva publicación' });
  await expect(sheet.getByRole('textbox')).toHaveValue(lines);
  await expect.poll(() => hiddenPixels(page, '¿Qué se dice en el tablón?')).toBe(0);

  await page.goto(`/p/${own.id}`);
  await page.getByRole('textbox', { name: 'Escribí un comentario' }).fill(lines);
  await expect.poll(() => hiddenPixels(page, 'Escribí un comentario')).toBe(0);
  await page.getByRole('button', { name: 'Citar' }).click();
  await expect.poll(() => hiddenPixels(page, 'Sumá tu comentario')).toBe(0);

  await page.goto('/editar');
  await page.getByRole('textbox', { name: 'Bio' }).fill(lines);
  await expect.poll(() => hiddenPixels(page, 'Bio')).toBe(0);
  // A narrower box has more lines.
  await page.getByRole('textbox', { name: 'Bio' }).fill('Vamos la banda. '.repeat(9));
  await page.setViewportSize({ width: 320, height: 900 });
  await expect.poll(() => hiddenPixels(page, 'Bio')).toBe(0);
});

test('without scroll anchoring, what comes or goes above does not move the post being read', async ({
  join,
}) => {
  const { page, publishMany, query, command } = await join('Zully Moreno');
  await publishMany(30, 'Toque');
  await likeSafari(page.context());
  const anchoring = page.waitForResponse(/background-work/);
  await page.goto('/feed');
  await anchoring;
  const read = post(page, 'Toque 20');
  await scrollTo(page, read);
  await read.evaluate((card) => card.scrollIntoView({ block: 'start' }));

  await page.getByRole('button', { name: 'Escribir', exact: true }).click();
  const before = await topOf(read);
  await page.getByRole('dialog').getByRole('textbox').fill('Desde abajo');
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByText('Publicación enviada.')).toBeVisible();
  await expect(post(page, 'Desde abajo')).toBeAttached();
  expect(await topOf(read)).toBeCloseTo(before, 0);

  const [newest] = (await query('getFeed', { tab: 'siguiendo' })).items;
  await command('deletePost', { postId: newest!.id });
  await expect(post(page, 'Desde abajo')).toHaveCount(0);
  expect(await topOf(read)).toBeCloseTo(before, 0);
});

test('without checkVisibility, Tab stays in a dialog and the focus in a form, and a key opens the search', async ({
  join,
}) => {
  const { page } = await join('Olga Zubarry');
  await likeOldSafari(page.context());
  await page.goto('/feed');
  const keys = page.getByRole('dialog', { name: 'Atajos de teclado' });
  // The chunk with the keys is loaded after the first posts.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(keys).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('n');
  const sheet = page.getByRole('dialog', { name: 'Nueva publicación' });
  await sheet.getByRole('textbox').fill('Con foco');
  await sheet.getByRole('button', { name: 'Enlace', exact: true }).press('Enter');
  await sheet.getByRole('button', { name: 'Quitar enlace' }).press('Enter');
  await expect(sheet.getByRole('textbox')).toBeFocused();
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(sheet.getByRole('button', { name: 'Cerrar' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(sheet.getByRole('button', { name: 'Publicar', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Buscar gente' })).toBeFocused();
});

test('without functions of recent years, posts with links, the composer, shared text and the profile form work', async ({
  join,
}) => {
  const { page, command } = await join('Mecha Ortiz');
  await command('publishPost', { text: 'Con enlace', link: 'https://ejemplo.invalid/nota' });
  await likeOldChrome(page.context());
  await page.goto('/feed?text=Desde+afuera');
  await expect(composer(page)).toHaveValue('Desde afuera');
  await expect(page).toHaveURL('/feed');
  await expect(post(page, 'Con enlace').getByRole('link', { name: /ejemplo\.invalid/ })).toBeVisible();
  await composer(page).fill('Desde un teléfono viejo');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(post(page, 'Desde un teléfono viejo')).toBeVisible();
  await page.goto('/editar');
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Mecha Ortiz');
});

test('without the unit dvh, a full bell ends inside a small window', async ({ join }) => {
  const { page, uid } = await join('Tita Merello');
  await inDatabase(
    `INSERT INTO notifications (uid, id, type, text, created_at)
     SELECT $1, uuidv7(), 'other', 'Aviso ' || n, now() FROM generate_series(1, 20) AS n`,
    [uid],
  );
  await likeOldChrome(page.context());
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/feed');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notificaciones/ })
    .click();
  const bell = page.getByRole('dialog', { name: 'Notificaciones' });
  await expect(bell.getByRole('listitem').first()).toBeVisible();
  await expect(bell.getByRole('link', { name: 'Ver todas' })).toBeInViewport({ ratio: 1 });
});

function topOf(card: Locator): Promise<number> {
  return card.evaluate((element) => element.getBoundingClientRect().top);
}

/** How far all text boxes of that name can be scrolled. */
function hiddenPixels(page: Page, name: string): Promise<number> {
  return page
    .getByRole('textbox', { name })
    .evaluateAll((boxes) => boxes.reduce((sum, box) => sum + box.scrollHeight - box.clientHeight, 0));
}
