import type { Locator, Page } from '@playwright/test';

import { post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

async function choose(page: Page, card: Locator, item: string | RegExp): Promise<void> {
  await card.getByRole('button', { name: /^Más opciones de / }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

// After a block, a call about the post that was already sent is refused.
test.use({ expectedErrors: [/404 \(Not Found\).*getComments/] });

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('from the menu of a post its link is copied, and its author muted and blocked', async ({ join }) => {
  const author = await join('Pepa Ruidosa');
  const reader = await join('Luz Tranquila');
  const { page } = reader;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { post: newPost } = await author.command('publishPost', { text: 'Grito otra vez' });
  await reader.command('followUser', { targetUid: author.uid });
  await page.goto('/feed');
  const card = post(page, 'Grito otra vez');
  await choose(page, card, 'Copiar enlace');
  await expect(page.getByRole('status').filter({ hasText: 'Enlace copiado.' })).toBeVisible();
  expect(await clipboard(page)).toBe(new URL(`/p/${newPost.id}`, page.url()).href);

  await choose(page, card, /^Silenciar a @peparuidosa/);
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(card).toBeVisible();

  await page.goto(`/p/${newPost.id}`);
  await choose(page, card, /^Bloquear a @peparuidosa/);
  const question = page.getByRole('alertdialog', { name: /^¿Bloquear a @peparuidosa/ });
  await question.getByRole('button', { name: 'Bloquear' }).click();
  await expect(page.getByText('Publicación no encontrada.')).toBeVisible();
});

test('the menu of a comment copies its link and mutes its author, and one has no such menu on oneself', async ({
  join,
}) => {
  const host = await join('Dueña De Casa');
  const guest = await join('Visita Molesta');
  const { post: newPost } = await host.command('publishPost', { text: 'Pasen' });
  const guests = await guest.command('addComment', { postId: newPost.id, text: 'Acá no se puede' });
  await host.command('addComment', { postId: newPost.id, text: 'Sí que se puede' });
  const { page } = host;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/p/${newPost.id}`);
  const comment = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await expect(comment('Sí que se puede')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Más opciones/ })).toHaveCount(1);
  await choose(page, comment('Acá no se puede'), 'Copiar enlace');
  const place = `/p/${newPost.id}?comentario=${guests.comment.id}`;
  await expect.poll(() => clipboard(page)).toBe(new URL(place, page.url()).href);
  await choose(page, comment('Acá no se puede'), /^Silenciar a @visitamolesta/);
  await expect(comment('Acá no se puede')).toHaveCount(0);
  await expect(comment('Sí que se puede')).toBeVisible();
});

test('«Compartir» copies the link, hands the address to the device, and closes on a second click', async ({
  join,
}) => {
  const { page, command } = await join('Comparte Enlaces');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (data: ShareData) => Object.assign(globalThis, { handed: data.url }),
    });
  });
  const { post: newPost } = await command('publishPost', { text: 'Para pasar' });
  const address = (path: string) => new URL(path, page.url()).href;
  await page.goto('/feed');
  const button = post(page, 'Para pasar').getByRole('button', { name: 'Compartir', exact: true });
  await button.click();
  await expect(page.getByRole('menuitem')).toHaveText(['Copiar enlace', 'Compartir…', 'Historia']);
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await button.click();
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(button).toHaveAttribute('aria-expanded', 'false');

  await button.click();
  await page.getByRole('menuitem', { name: 'Copiar enlace' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Enlace copiado.' })).toBeVisible();
  expect(await clipboard(page)).toBe(address(`/p/${newPost.id}`));

  await button.click();
  await page.getByRole('menuitem', { name: 'Compartir…' }).click();
  await expect
    .poll(() => page.evaluate(() => (globalThis as { handed?: string }).handed))
    .toBe(address(`/p/${newPost.id}`));
  await expect(button).toBeFocused();
});

test('a second tap while the code of a dialog loads does not open it twice', async ({ join }) => {
  const { page, command } = await join('Dedo Nervioso');
  await command('publishPost', { text: 'Para citar' });
  await page.goto('/feed');
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/{Quote,EditPost}Dialog-*.js', async (route) => {
    await gate;
    await route.continue();
  });
  const card = post(page, 'Para citar');
  await card.getByRole('button', { name: 'Citar' }).dblclick();
  for (const _tap of [1, 2]) {
    await card.getByRole('button', { name: 'Opciones', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
  }
  release();
  await expect(page.getByRole('dialog', { name: 'Editar publicación' })).toBeVisible();
  await expect(page.locator('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Citar' }).dblclick();
  await expect(page.getByRole('dialog', { name: 'Citar' })).toBeVisible();
  await expect(page.locator('dialog')).toHaveCount(1);
});

test('where pages may not copy, the link is shown to be copied by hand', async ({ join }) => {
  const { page, command } = await join('Sin Portapapeles');
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const { post: newPost } = await command('publishPost', { text: 'A mano' });
  await page.goto('/feed');
  await post(page, 'A mano').getByRole('button', { name: 'Compartir', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copiar enlace' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Copiá el enlace' });
  await expect(dialog.getByLabel('Enlace')).toHaveValue(new URL(`/p/${newPost.id}`, page.url()).href);
});

test('the buttons of the report dialog stay on a screen of 360 × 740, and nothing moves with a count', async ({
  join,
}) => {
  const author = await join('Autor Con Un Nombre De Cuarenta Letras!');
  const { page, command } = await join('Pantalla Chica');
  await page.setViewportSize({ width: 360, height: 740 });
  const { post: newPost } = await author.command('publishPost', { text: 'Cabe todo' });
  await page.goto(`/perfil/${author.uid}`);
  const card = post(page, 'Cabe todo');
  const icons = async () =>
    card
      .locator('[role=toolbar] button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  await expect(card).toBeVisible();
  const before = await icons();
  await card.getByRole('button', { name: /^Me gusta/ }).click();
  await command('repostPost', { postId: newPost.id });
  await page.reload();
  await expect(card.getByRole('button', { name: 'Me gusta, 1', exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Repost, 1', exact: true })).toBeVisible();
  expect(await icons()).toEqual(before);

  await test.step('six characters of the handle stay beside the longest name', async () => {
    const handle = card.locator('header a span').nth(1);
    const isRead = await handle.evaluate((span) => {
      const range = document.createRange();
      range.setStart(span.firstChild!, 0);
      range.setEnd(span.firstChild!, 6);
      const dots = 16;
      return range.getBoundingClientRect().right + dots <= span.getBoundingClientRect().right;
    });
    expect(isRead).toBe(true);
  });

  await choose(page, card, 'Reportar');
  const dialog = page.getByRole('dialog', { name: 'Reportar publicación' });
  for (const height of [740, 480]) {
    await page.setViewportSize({ width: 360, height });
    for (const name of ['Cancelar', 'Enviar reporte']) {
      const box = (await dialog.getByRole('button', { name }).boundingBox())!;
      expect(box.y, name).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height, name).toBeLessThanOrEqual(height);
    }
  }
  // The text that scrolls beneath the buttons can still be reached.
  await dialog.getByLabel('Contanos más (opcional)').fill('Se lee');
  await expect(dialog.getByLabel('Contanos más (opcional)')).toBeInViewport({ ratio: 1 });
});
