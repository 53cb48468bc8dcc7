import { cutOff, mend, refusedCall } from '../harness/faults.ts';
import { post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test('saved posts load twenty at a time with their count, and disappear when un-saved', async ({ join }) => {
  const fan = await join('Guarda Todo');
  const { page } = fan;
  await page.goto('/guardados');
  await expect(page.getByRole('heading', { name: 'Guardados (0)', exact: true })).toBeVisible();
  await expect(page.getByText('No guardaste publicaciones todavía.')).toBeVisible();

  for (let n = 1; n <= 25; n++) {
    const { post: newPost } = await fan.command('publishPost', { text: `Para después ${n}` });
    await fan.command('savePost', { postId: newPost.id });
  }
  const pages: number[] = [];
  // Fetches here: a reload of the page discards the bodies of its responses.
  await page.route('**/api/getSavedPosts*', async (route) => {
    const response = await route.fetch();
    pages.push(((await response.json()) as { items: unknown[] }).items.length);
    await route.fulfill({ response });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Guardados (25)', exact: true })).toBeVisible();
  await page.keyboard.press('End');
  await expect(post(page, /Para después 1(?!\d)/)).toBeVisible();
  expect(pages).toEqual([20, 5]);
  await page.unrouteAll({ behavior: 'wait' });
  await expect(page.getByRole('button', { name: 'Cargar más' })).toHaveCount(0);

  await page.keyboard.press('Home');
  const first = post(page, 'Para después 25');
  const unsaveAnswer = page.waitForResponse('**/api/unsavePost');
  await first.getByRole('button', { name: /^Guardar/ }).click();
  await expect(first).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Guardados (24)', exact: true })).toBeVisible();
  await unsaveAnswer;

  await page.getByRole('link', { name: 'Inicio' }).first().click();
  const saveAnswer = page.waitForResponse('**/api/savePost');
  await post(page, 'Para después 25')
    .getByRole('button', { name: /^Guardar/ })
    .click();
  await saveAnswer;
  await page.getByRole('link', { name: 'Guardados' }).first().click();
  await expect(page.getByRole('heading', { name: 'Guardados (25)', exact: true })).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('Para después 25');
});

test.describe('when something fails', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('a post whose un-saving fails returns to its place', async ({ join }) => {
    const fan = await join('Sin Señal');
    for (const text of ['Abajo', 'Al medio', 'Arriba']) {
      const { post: newPost } = await fan.command('publishPost', { text });
      await fan.command('savePost', { postId: newPost.id });
    }
    const { page } = fan;
    await page.goto('/guardados');
    await cutOff(page, 'unsavePost');
    await post(page, 'Al medio')
      .getByRole('button', { name: /^Guardar/ })
      .click();
    await expect(page.getByText('No se pudo completar. Intentá de nuevo.')).toBeVisible();
    await expect(page.getByRole('article')).toHaveText([/Arriba/, /Al medio/, /Abajo/]);
    await expect(page.getByRole('heading', { name: 'Guardados (3)', exact: true })).toBeVisible();
    await mend(page, 'unsavePost');
  });

  test('a list that fails to load says so; without a session it asks to sign in', async ({ join }) => {
    const { page, command } = await join('Fuera de Casa');
    await cutOff(page, 'getSavedPosts');
    await page.goto('/guardados');
    await expect(page.getByText('No se pudieron cargar tus guardados.')).toBeVisible({ timeout: 60_000 });
    await mend(page, 'getSavedPosts');
    await command('signOut', {});
    // If the page learns of the sign-out first, it already asks to sign in.
    await page
      .getByRole('button', { name: 'Reintentar' })
      .click({ timeout: 3_000 })
      .catch(() => undefined);
    await expect(page.getByText('Tenés que iniciar sesión.')).toBeVisible();
    await expect(page).toHaveURL('/guardados');
  });
});
