import type { Locator, Page } from '@playwright/test';

import { cutOff, hold, mend, refuse, refusedCall } from '../harness/faults.ts';
import { post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

const action = (card: Locator, name: string) => card.getByRole('button', { name: new RegExp(`^${name}`) });

async function openEditor(page: Page, text: string): Promise<Locator> {
  await post(page, text).getByRole('button', { name: 'Opciones', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  return page.getByRole('dialog', { name: 'Editar publicación' });
}

test('six actions measure 44 px, on the narrowest screen too', async ({ join }) => {
  const { page, command } = await join('Angosto Pérez');
  const { post: newPost } = await command('publishPost', { text: 'Todo entra' });
  await command('likePost', { postId: newPost.id });
  await command('repostPost', { postId: newPost.id });
  await command('addComment', { postId: newPost.id, text: 'Uno' });
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/feed');
    const card = post(page, 'Todo entra');
    const names = ['Comentar, 1', 'Repost, 1', 'Citar', 'Me gusta, 1', 'Guardar', 'Compartir'];
    await expect(card.locator('div:has(> [aria-label="Compartir"]) > button')).toHaveCount(6);
    for (const name of names) {
      const button = card.getByRole('button', { name, exact: true });
      const box = (await button.boundingBox())!;
      expect(box.width, `${name} at ${width}`).toBeGreaterThanOrEqual(44);
      expect(box.height, `${name} at ${width}`).toBeGreaterThanOrEqual(44);
      expect(box.x, `${name} at ${width}`).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, `${name} at ${width}`).toBeLessThanOrEqual(width);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('a repost counts at once, reaches followers once with its line, and can be undone', async ({ join }) => {
  const author = await join('Autora Original');
  const fan = await join('Tino Reposteador');
  const reader = await join('Lea Lectora');
  await reader.command('followUser', { targetUid: author.uid });
  await reader.command('followUser', { targetUid: fan.uid });
  const { post: newPost } = await author.command('publishPost', { text: 'Para repetir' });

  const { page } = fan;
  await page.goto(`/p/${newPost.id}`);
  const repost = action(post(page, 'Para repetir'), 'Repost');
  await expect(repost).toHaveAttribute('aria-pressed', 'false');
  const release = await hold(page, 'repostPost');
  await repost.click();
  await expect(repost).toHaveAttribute('aria-pressed', 'true');
  await expect(repost).toHaveAccessibleName('Repost, 1');
  release();
  await mend(page, 'repostPost');

  const feed = async () => (await reader.query('getFeed', { tab: 'siguiendo' })).items;
  await expect.poll(async () => (await feed())[0]?.repostedBy?.uid).toBe(fan.uid);
  await reader.page.goto('/feed');
  await expect(post(reader.page, 'Para repetir')).toHaveCount(1);
  const line = post(reader.page, 'Para repetir').getByRole('link', {
    name: 'Tino Reposteador hizo repost',
  });
  await expect(line).toHaveAttribute('href', `/perfil/${fan.uid}`);
  // The line belongs to the entry in 'Siguiendo', not to the post.
  await post(reader.page, 'Para repetir').getByText('Para repetir').click();
  await expect(reader.page).toHaveURL(/\/p\//);
  await expect(post(reader.page, 'Para repetir')).toBeVisible();
  await expect(reader.page.getByText('hizo repost')).toHaveCount(0);

  const answer = page.waitForResponse('**/api/unrepostPost');
  await repost.click();
  await expect(repost).toHaveAccessibleName('Repost');
  await answer;
  await page.reload();
  await expect(repost).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(async () => (await feed())[0]?.repostedBy ?? null).toBeNull();
});

test('saving adds the post to Guardados; after quick taps the last one wins', async ({ join }) => {
  const fan = await join('Sabina Guarda');
  const { post: newPost } = await fan.command('publishPost', { text: 'Para después' });
  const { page } = fan;
  await page.goto('/feed');
  const save = action(post(page, 'Para después'), 'Guardar');
  for (let tap = 1; tap <= 3; tap++) await save.click();
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(async () => (await fan.query('getPost', { postId: newPost.id })).post.viewer.saved)
    .toBe(true);
  await expect.poll(async () => (await fan.query('getSavedPosts', {})).total).toBe(1);
  await page.reload();
  await expect(save).toHaveAttribute('aria-pressed', 'true');
});

test('reactions of different kinds do not disturb each other', async ({ join }) => {
  const fan = await join('Toca Todo');
  const { post: newPost } = await fan.command('publishPost', { text: 'Todo junto' });
  const { page } = fan;
  await page.goto('/feed');
  const card = post(page, 'Todo junto');
  const release = await hold(page, 'likePost');
  await action(card, 'Me gusta').click();
  const repostAnswer = page.waitForResponse('**/api/repostPost');
  await action(card, 'Repost').click();
  await action(card, 'Guardar').click();
  await repostAnswer;
  release();
  await expect
    .poll(async () => (await fan.query('getPost', { postId: newPost.id })).post)
    .toMatchObject({
      likesCount: 1,
      repostsCount: 1,
      viewer: { liked: true, reposted: true, saved: true },
    });
  for (const name of ['Me gusta', 'Repost', 'Guardar']) {
    await expect(action(card, name)).toHaveAttribute('aria-pressed', 'true');
  }
});

test('a quote shows the other post, with or without a text of its own', async ({ join }) => {
  const author = await join('Citado Célebre');
  const { post: newPost } = await author.command('publishPost', { text: 'Frase para la historia' });
  const fan = await join('Cita Siempre');
  const { page } = fan;
  await page.goto(`/p/${newPost.id}`);
  await action(post(page, 'Frase para la historia'), 'Citar').click();
  const dialog = page.getByRole('dialog', { name: 'Citar' });
  await expect(dialog).toContainText('Frase para la historia');
  await expect(dialog.getByRole('textbox')).toHaveCount(1);
  await expect(dialog.getByRole('textbox')).toBeFocused();

  // The draft survives a mistake.
  await dialog.getByRole('textbox').fill('Palabra santa');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(action(post(page, 'Frase para la historia'), 'Citar')).toBeFocused();
  await action(post(page, 'Frase para la historia'), 'Citar').click();
  await expect(dialog.getByRole('textbox')).toHaveValue('Palabra santa');
  const answer = page.waitForResponse('**/api/publishPost');
  await dialog.getByRole('textbox').press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  expect((await answer).ok()).toBe(true);

  await page.goto('/feed');
  const quote = post(page, 'Palabra santa');
  await expect(quote).toHaveCount(1);
  const inner = quote.getByRole('link', { name: /Frase para la historia/ });
  await expect(inner).toHaveAttribute('href', `/p/${newPost.id}`);

  // Without text. A quote does not count as a repost.
  await action(quote, 'Citar').click();
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByText('Publicación enviada.').first()).toBeVisible();
  await expect
    .poll(async () => (await fan.query('getFeed', { tab: 'siguiendo' })).items[0]?.quoted?.text)
    .toBe('Palabra santa');
  expect((await fan.query('getPost', { postId: newPost.id })).post.repostsCount).toBe(0);
});

test('the author edits text and link; others cannot', async ({ join }) => {
  const author = await join('Edita Bien');
  const { post: newPost } = await author.command('publishPost', { text: 'Con herror' });
  const { page } = author;
  await page.goto('/feed');
  let dialog = await openEditor(page, 'Con herror');
  const text = dialog.getByRole('textbox', { name: 'Texto' });
  const link = dialog.getByRole('textbox', { name: 'Enlace' });
  const save = dialog.getByRole('button', { name: 'Guardar cambios' });
  await expect(text).toHaveValue('Con herror');
  await expect(link).toHaveValue('');
  await text.fill('  ');
  await expect(save).toBeDisabled();
  await link.fill('javascript:alert(1)');
  await expect(save).toBeDisabled();

  // Leaving asks, because input would be lost.
  await text.fill('  Sin error  ');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(text).toHaveValue('  Sin error  ');
  await link.fill('ole.com.ar/nota');
  await save.click();
  await expect(dialog).toHaveCount(0);
  const card = post(page, 'Sin error');
  await expect(card.getByText('editado', { exact: true })).toBeVisible();
  await expect(card.getByRole('link', { name: /ole\.com\.ar/ })).toHaveAttribute(
    'href',
    'https://ole.com.ar/nota',
  );
  // The post's page shows the same without another call.
  await page.goto(`/p/${newPost.id}`);
  await expect(post(page, 'Sin error').getByText('editado', { exact: true })).toBeVisible();

  dialog = await openEditor(page, 'Sin error');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toHaveCount(0);

  const other = await join('Otra Persona');
  await expect(other.command('editPost', { postId: newPost.id, text: 'Ajeno', link: '' })).rejects.toThrow(
    /403/,
  );
  await other.page.goto(`/p/${newPost.id}`);
  await expect(post(other.page, 'Sin error')).toBeVisible();
  await expect(other.page.getByRole('button', { name: 'Opciones', exact: true })).toHaveCount(0);
});

test.describe('when a call fails', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('a failed repost and a failed save are reverted', async ({ join }) => {
    const { page, command } = await join('Mala Señal');
    await command('publishPost', { text: 'No engancha' });
    await page.goto('/feed');
    const card = post(page, 'No engancha');
    await refuse(page, 'repostPost', 'unavailable');
    await action(card, 'Repost').click();
    await expect(page.getByText('No se pudo completar. Intentá de nuevo.')).toBeVisible();
    await expect(action(card, 'Repost')).toHaveAttribute('aria-pressed', 'false');
    await expect(action(card, 'Repost')).toHaveAccessibleName('Repost');
    await cutOff(page, 'savePost');
    await action(card, 'Guardar').click();
    await expect(action(card, 'Guardar')).toHaveAttribute('aria-pressed', 'false');
  });

  test('a failed quote returns with its text', async ({ join }) => {
    const { page, command } = await join('Cita Trunca');
    await command('publishPost', { text: 'Citame' });
    await page.goto('/feed');
    await action(post(page, 'Citame'), 'Citar').click();
    const dialog = page.getByRole('dialog', { name: 'Citar' });
    await cutOff(page, 'publishPost');
    await dialog.getByRole('textbox').fill('No va a salir');
    await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('No se pudo publicar: sin conexión');
    await alert.getByRole('button', { name: 'Aceptar' }).click();
    await expect(dialog.getByRole('textbox')).toHaveValue('No va a salir');
    await expect(post(page, 'No va a salir')).toHaveCount(0);
    await mend(page, 'publishPost');
    await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
    await expect(post(page, 'No va a salir')).toHaveCount(1);
    await expect(page.getByText('Publicación enviada.').first()).toBeVisible();
  });

  test('failed edits stay in the editor', async ({ join }) => {
    const { page, command } = await join('Cambio Fallido');
    await command('publishPost', { text: 'Como estaba' });
    await page.goto('/feed');
    const dialog = await openEditor(page, 'Como estaba');
    await dialog.getByRole('textbox', { name: 'Texto' }).fill('Como quiero');
    await cutOff(page, 'editPost');
    await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('No se pudo guardar los cambios: sin conexión');
    await alert.getByRole('button', { name: 'Aceptar' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Texto' })).toHaveValue('Como quiero');
    await mend(page, 'editPost');
    await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(post(page, 'Como quiero')).toBeVisible();
  });
});
