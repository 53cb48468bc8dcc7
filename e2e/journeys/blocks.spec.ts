import type { Page, Route } from '@playwright/test';

import type { Output } from '../../contract/src/calls/all.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { mend, refuse, refusedCall } from '../harness/faults.ts';
import { waitForEvents } from '../harness/live.ts';
import { post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Más opciones', exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const toast = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text });

test('a muted user disappears from the feed at once, and returns by «Deshacer» or «Dejar de silenciar»', async ({
  join,
}) => {
  const reader = await join('Rita Lectora');
  const loud = await join('Pepe Ruidoso');
  const { page } = reader;
  await reader.command('followUser', { targetUid: loud.uid });
  await loud.command('publishPost', { text: 'Grito tres veces' });
  await reader.command('publishPost', { text: 'Yo tranquila' });
  await page.goto('/feed');
  const noise = post(page, 'Grito tres veces');
  await noise
    .getByRole('link', { name: /Pepe Ruidoso/ })
    .first()
    .click();

  await choose(page, 'Silenciar');
  await expect(toast(page, /Silenciaste a @peperuidoso\d+\./)).toBeVisible();
  // The profile of a muted person stays readable.
  await expect(noise).toBeVisible();
  await page.goBack();
  await expect(post(page, 'Yo tranquila')).toBeVisible();
  await expect(noise).toHaveCount(0);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(page, /Silenciaste a/)).toHaveCount(0);
  await expect(noise).toBeVisible();

  await noise
    .getByRole('link', { name: /Pepe Ruidoso/ })
    .first()
    .click();
  await choose(page, 'Silenciar');
  await expect(toast(page, /Silenciaste a @peperuidoso\d+\./)).toBeVisible();
  await page.goto('/feed');
  await expect(post(page, 'Yo tranquila')).toBeVisible();
  await expect(noise).toHaveCount(0);
  await page.goto(`/perfil/${loud.uid}`);
  await choose(page, 'Dejar de silenciar');
  await expect(toast(page, /Dejaste de silenciar a @peperuidoso\d+\./)).toBeVisible();
  await page.goto('/feed');
  await expect(noise).toBeVisible();
});

test('on a phone a message with a long name stays on the screen', async ({ join }) => {
  const { uid } = await join('W'.repeat(40));
  const { page } = await join('Rita De Bolsillo');
  // As of an imported account: the message says the name in place of a handle.
  const withoutHandle = async (route: Route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Output<'getProfile'>;
    await route.fulfill({ response, json: { ...answer, profile: { ...answer.profile, handle: '' } } });
  };
  await page.route(`**/api/getProfile?uid=${uid}`, withoutHandle, { times: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/perfil/${uid}`);
  await choose(page, 'Silenciar');
  await expect(toast(page, /Silenciaste a W+\./)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeInViewport({ ratio: 1 });
});

test.describe('a block', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('a block asks first, hides both users from each other, and ends with «Desbloquear»', async ({
    join,
  }) => {
    const one = await join('Uma Primera');
    const other = await join('Omar Segundo');
    for (const [who, whom] of [
      [one, other],
      [other, one],
    ] as const) {
      await who.command('followUser', { targetUid: whom.uid });
      await who.command('publishPost', { text: `Firma ${who.name}` });
    }
    const { page } = one;
    await page.goto('/feed');
    await post(page, 'Firma Omar Segundo')
      .getByRole('link', { name: /Omar Segundo/ })
      .first()
      .click();
    await choose(page, 'Bloquear');
    const question = page.getByRole('alertdialog', { name: /^¿Bloquear a @omarsegundo\d+\?/ });
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('button', { name: 'Siguiendo', exact: true })).toBeVisible();
    await choose(page, 'Bloquear');
    await question.getByRole('button', { name: 'Bloquear' }).click();
    await expect(page.getByText(/^Bloqueaste a @omarsegundo\d+$/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Omar Segundo');
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(0);
    await page.goBack();
    await expect(post(page, 'Firma Uma Primera')).toBeVisible();
    await expect(post(page, 'Firma Omar Segundo')).toHaveCount(0);

    await other.page.goto(`/perfil/${one.uid}`);
    await expect(other.page.getByText('Este perfil no está disponible para vos.')).toBeVisible();
    await expect(other.page.getByRole('article')).toHaveCount(0);
    const { handle } = (await one.query('getProfile', {})).profile;
    await other.page.goto(`/buscar?q=${handle}`);
    await expect(other.page.getByText('Sin resultados.')).toBeVisible();
    await other.page.goto('/feed');
    await expect(post(other.page, 'Firma Omar Segundo')).toBeVisible();
    await expect(post(other.page, 'Firma Uma Primera')).toHaveCount(0);

    await page.goto(`/perfil/${other.uid}`);
    await page.getByRole('main').getByRole('button', { name: 'Desbloquear' }).click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Seguir', exact: true })).toBeVisible();
    await expect(post(page, 'Firma Omar Segundo')).toBeVisible();
  });

  test('a failed block changes nothing', async ({ join }) => {
    const one = await join('Uma Tercera');
    const other = await join('Omar Cuarto');
    const { page } = one;
    await page.goto(`/perfil/${other.uid}`);
    await refuse(page, 'blockUser', 'unavailable');
    await choose(page, 'Bloquear');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Bloquear' }).click();
    await expect(page.getByRole('alert')).toHaveText('No se pudo completar. Intentá de nuevo.');
    await expect(page.getByRole('main').getByRole('button', { name: 'Seguir', exact: true })).toBeVisible();
    await mend(page, 'blockUser');
  });
});

test('muted and blocked users raise neither the new-posts button nor the bell', async ({ join }) => {
  const reader = await join('Nora Tranquila');
  const mutedFan = await join('Mudo Pérez');
  const blockedFan = await join('Lejos Gómez');
  const friend = await join('Amigo Cerca');
  const { page } = reader;
  const { post: own } = await reader.command('publishPost', { text: 'Mi tarde' });
  for (const { uid } of [mutedFan, friend]) await reader.command('followUser', { targetUid: uid });
  await reader.command('muteUser', { targetUid: mutedFan.uid });
  await reader.command('blockUser', { targetUid: blockedFan.uid });
  await Promise.all([waitForEvents(page), page.goto('/feed')]);
  await expect(post(page, 'Mi tarde')).toBeVisible();
  await mutedFan.command('publishPost', { text: 'No me lees' });
  await mutedFan.command('likePost', { postId: own.id });
  await blockedFan.command('publishPost', { text: 'No me ves' });
  await friend.command('publishPost', { text: 'Hola, Nora' });
  await friend.command('likePost', { postId: own.id });
  await expect(page.getByRole('button', { name: 'Ver 1 publicación nueva' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Notificaciones/ })).toHaveAccessibleName(
    'Notificaciones, 1 sin leer',
  );
});

test('muted words are added, refused as duplicates, saved, applied and removed', async ({ join }) => {
  const reader = await join('Pura Palabra');
  const author = await join('Beba Autora');
  const { page } = reader;
  await reader.command('followUser', { targetUid: author.uid });
  await author.command('publishPost', { text: 'El ÁRBITRO de siempre' });
  await author.command('publishPost', { text: 'Qué linda tarde' });
  await page.goto('/silenciados');
  const field = page.getByRole('textbox', { name: 'Palabra o frase' });
  const add = page.getByRole('button', { name: 'Silenciar', exact: true });
  const words = page.getByRole('list', { name: 'Palabras silenciadas' }).getByRole('listitem');
  await expect(page.getByText('No silenciaste ninguna palabra.')).toBeVisible();
  await add.click();
  await expect(field).toHaveAccessibleDescription('Escribí una palabra, una frase o un emoji.');
  await field.fill(' Árbitro ');
  await field.press('Enter');
  await expect(words).toHaveText(['arbitro']);
  await expect(field).toHaveValue('');
  await field.fill('ARBITRO');
  await add.click();
  await expect(field).toHaveAccessibleDescription('Ya está silenciada.');

  await page.goto('/feed');
  await expect(post(page, 'Qué linda tarde')).toBeVisible();
  await expect(post(page, 'El ÁRBITRO de siempre')).toHaveCount(0);
  await page.goto('/silenciados');
  await page.getByRole('button', { name: 'Dejar de silenciar «arbitro»' }).click();
  await expect(page.getByText('No silenciaste ninguna palabra.')).toBeVisible();
  await expect(field).toBeFocused();
  await page.goto('/feed');
  await expect(post(page, 'El ÁRBITRO de siempre')).toBeVisible();
});

test('the lists show muted and blocked users and release them', async ({ join }) => {
  const reader = await join('Lista Larga');
  const mutedFan = await join('Muda Ríos');
  const blockedFan = await join('Bloque Ado');
  const { page } = reader;
  await reader.command('muteUser', { targetUid: mutedFan.uid });
  await reader.command('blockUser', { targetUid: blockedFan.uid });
  await reader.command('setMutedWords', { words: ['var', 'mal arbitraje', '👎'] });
  await page.goto('/silenciados');
  const mutes = page.getByRole('list', { name: 'Cuentas silenciadas' }).getByRole('listitem');
  const blocks = page.getByRole('list', { name: 'Cuentas bloqueadas' }).getByRole('listitem');
  await expect(mutes).toHaveText([/Muda Ríos/]);
  await expect(blocks).toHaveText([/Bloque Ado/]);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Desbloquear a @bloqueado/ }).click();
  await expect(page.getByText('No bloqueaste a nadie.')).toBeVisible();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(blocks).toHaveText([/Bloque Ado/]);
  await page.getByRole('button', { name: /^Dejar de silenciar a @mudarios/ }).click();
  await expect(page.getByText('No silenciaste a nadie.')).toBeVisible();
});
