import type { Page } from '@playwright/test';

import { cutOff, hold, mend, refuse, refusedCall } from '../harness/faults.ts';
import { composer, likeButton, post, publish } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

test('the own post appears at once; when it fails, it disappears and the text returns', async ({ join }) => {
  const { page } = await join('Beto Alonso');
  await page.goto('/feed');
  const release = await hold(page, 'publishPost');
  await publish(page, 'Golazo desde mitad de cancha');
  await expect(post(page, 'Golazo desde mitad de cancha')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publicar', exact: true })).toBeDisabled();
  release();
  await expect(likeButton(post(page, 'Golazo desde mitad de cancha'))).toBeEnabled();
  await mend(page, 'publishPost');

  await cutOff(page, 'publishPost');
  await publish(page, 'Esta no sale');
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('No se pudo publicar: sin conexión');
  await alert.getByRole('button', { name: 'Aceptar' }).click();
  await expect(alert).toHaveCount(0);
  await expect(post(page, 'Esta no sale')).toHaveCount(0);
  await expect(composer(page)).toHaveValue('Esta no sale');

  await mend(page, 'publishPost');
  // The pending post is visible before the answer. A reload would abort the call.
  const answer = page.waitForResponse('**/api/publishPost');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(post(page, 'Esta no sale')).toHaveCount(1);
  await answer;
  await page.reload();
  await expect(post(page, 'Esta no sale')).toHaveCount(1);
  await expect(post(page, 'Golazo desde mitad de cancha')).toHaveCount(1);
});

test('a like counts at once and is reverted when it fails', async ({ join }) => {
  const fan = await join('Cata Méndez');
  await fan.command('publishPost', { text: 'Dale que es hoy' });
  await fan.page.goto('/feed');
  const like = likeButton(post(fan.page, 'Dale que es hoy'));

  const release = await hold(fan.page, 'likePost');
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toHaveAccessibleName('Me gusta, 1');
  release();
  await mend(fan.page, 'likePost');
  await expect
    .poll(async () => (await fan.query('getFeed', { tab: 'siguiendo' })).items[0]?.likesCount)
    .toBe(1);

  await refuse(fan.page, 'unlikePost', 'unavailable');
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toHaveAccessibleName('Me gusta, 1');
});

test('after quick taps the last one wins', async ({ join }) => {
  const fan = await join('Rulo Vega');
  const { post: newPost } = await fan.command('publishPost', { text: 'Tocá rápido' });
  await fan.page.goto('/feed');
  const like = likeButton(post(fan.page, 'Tocá rápido'));
  for (let tap = 1; tap <= 5; tap++) await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(async () => (await fan.query('getPost', { postId: newPost.id })).post)
    .toMatchObject({ likesCount: 1, viewer: { liked: true } });
  await expect(like).toHaveAccessibleName('Me gusta, 1');
});

test('a follow shows at once, is busy while it runs, and is reverted when it fails', async ({ join }) => {
  const idol = await join('El Diez del Barrio');
  const { page } = await join('Juana Toledo');
  await page.goto(`/perfil/${idol.uid}`);
  await expect(page.getByText('0 Seguidores')).toBeVisible();

  const release = await hold(page, 'followUser');
  await page.getByRole('button', { name: 'Seguir', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Siguiendo…' })).toBeDisabled();
  release();
  await mend(page, 'followUser');
  await expect(page.getByRole('button', { name: 'Siguiendo', exact: true })).toBeEnabled();
  await expect(page.getByText('1 Seguidores')).toBeVisible();

  await refuse(page, 'unfollowUser', 'internal');
  await page.getByRole('button', { name: 'Siguiendo', exact: true }).click();
  await expect(page.getByText('No se pudo completar. Intentá de nuevo.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Siguiendo', exact: true })).toBeEnabled();
  await expect(page.getByText('1 Seguidores')).toBeVisible();
  await mend(page, 'unfollowUser');

  await page.getByRole('button', { name: 'Siguiendo', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Seguir', exact: true })).toBeEnabled();
  await expect(page.getByText('0 Seguidores')).toBeVisible();
});

test('a like and a save show in the other tab of the same account, and without a session say how to continue', async ({
  join,
}) => {
  const { page, command } = await join('Dos Pestañas');
  await command('publishPost', { text: 'En las dos' });
  const other = await page.context().newPage();
  const save = (tab: Page) => post(tab, 'En las dos').getByRole('button', { name: 'Guardar' });
  for (const tab of [page, other]) {
    await tab.goto('/feed');
    await expect(save(tab)).toHaveAttribute('aria-pressed', 'false');
  }
  // Waits until both tabs receive events.
  await expect(async () => {
    await save(page).click();
    await expect(save(other)).toHaveAttribute('aria-pressed', 'true', { timeout: 1000 });
  }).toPass();
  await likeButton(post(page, 'En las dos')).click();
  await expect(likeButton(post(other, 'En las dos'))).toHaveAccessibleName('Me gusta, 1');
  await expect(likeButton(post(other, 'En las dos'))).toHaveAttribute('aria-pressed', 'true');

  await refuse(other, 'unlikePost', 'unauthenticated');
  await likeButton(post(other, 'En las dos')).click();
  const toast = other.getByRole('status').filter({ hasText: 'Tenés que iniciar sesión.' });
  await expect(toast.getByRole('link', { name: 'Ingresar' })).toBeVisible();
});
