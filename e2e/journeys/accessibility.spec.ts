import type { Locator } from '@playwright/test';

import { expectAccessible } from '../harness/accessible.ts';
import { makeAdmin } from '../harness/administration.ts';
import { clip, picture } from '../harness/pictures.ts';
import { composer, post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

const altFallback = 'Imagen 1 de 1, sin descripción';

test('the public pages have no accessibility violations', async ({ page }) => {
  for (const path of [
    '/ingresar',
    '/registrar',
    '/recuperar',
    '/recuperar?token=x',
    '/reportar',
    '/terminos',
    '/privacidad',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, path);
  }
  await page.goto('/ingresar');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Completá tu email y contraseña.')).toBeVisible();
  await expectAccessible(page, 'an error');
});

test('the profile editor has no accessibility violations', async ({ join }) => {
  const { page } = await join('Rita Sosa');
  await page.goto('/editar');
  await page.getByLabel('Usuario', { exact: true }).fill('tablon');
  await expect(page.getByText('no disponible', { exact: true })).toBeVisible();
  await expectAccessible(page, '/editar');
});

test('the admin dashboard has no accessibility violations', async ({ join }) => {
  const admin = await join('Ada Ministra');
  await makeAdmin(admin);
  const other = await join('Otro Hincha');
  await admin.command('publishPost', { text: 'Bienvenidos' });
  await admin.command('adminSetUserSuspended', { targetUid: other.uid, suspended: true });
  const { page } = admin;
  await page.goto('/admin');
  await expect(page.getByText('Suspendido', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, '/admin');
  await page.getByRole('button', { name: 'Reactivar' }).first().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'the question before a suspension is lifted');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('tab', { name: 'Registro' }).click();
  const log = page.getByRole('list', { name: 'Registro de acciones' });
  await expect(log.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page, 'the log');
});

test('the report dialog and the report queue have no accessibility violations', async ({ join }) => {
  const author = await join('Autor Reportado');
  const admin = await join('Ana Lista');
  await makeAdmin(admin);
  const { post: reportedPost } = await author.command('publishPost', {
    text: 'Algo para mirar',
  });
  const { page } = admin;
  await page.goto(`/p/${reportedPost.id}`);
  await page.getByRole('button', { name: /^Más opciones de / }).click();
  await expect(page.getByRole('menuitem', { name: 'Reportar' })).toBeVisible();
  await expectAccessible(page, 'the menu of a post');
  await page.getByRole('menuitem', { name: 'Reportar' }).click();
  await page.getByRole('radio', { name: 'Violencia o amenazas' }).check();
  await expectAccessible(page, 'the report dialog');
  await page.getByRole('button', { name: 'Enviar reporte' }).click();
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await page.goto('/admin/reportes');
  const entry = page.getByRole('article').filter({ hasText: 'Algo para mirar' });
  await entry.getByRole('button', { name: 'Tomar' }).click();
  await expect(entry.getByRole('list', { name: 'Historial' })).toBeVisible();
  await entry.getByText('Quién lo reportó').click();
  await expectAccessible(page, '/admin/reportes');
});

test('search, saved posts, lists of users, media and mentions have no accessibility violations', async ({
  join,
}) => {
  const fan = await join('Ana Accesible');
  const { page, command } = fan;
  const image = await fan.upload(await picture(800, 450), 'image/jpeg');
  const { post: newPost } = await command('publishPost', { text: 'Foto', media: { key: image.key } });
  await command('savePost', { postId: newPost.id });
  for (const [path, content] of [
    ['/buscar', page.getByText('Escribí un @usuario o email.')],
    ['/buscar?q=accesible', page.getByRole('link', { name: /Ana Accesible/ }).first()],
    ['/guardados', page.getByRole('article')],
    ['/perfil?tab=media', page.getByRole('link', { name: 'Imagen: Foto' })],
    ['/perfil?tab=seguidos', page.getByRole('list', { name: 'Seguidos' })],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(content).toBeVisible();
    await expectAccessible(page, path);
  }
  await page.goto(`/p/${newPost.id}`);
  await page.getByRole('textbox', { name: 'Escribí un comentario' }).pressSequentially('@anaac');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'the list of mentions');
});

test('links, images, videos, polls and quotes have no accessibility violations', async ({ join }) => {
  const fan = await join('Paula Partes');
  const { page, command } = fan;
  const image = await fan.upload(await picture(800, 450), 'image/jpeg');
  const { post: quotedPost } = await command('publishPost', { text: '', media: { key: image.key } });
  const poll = { options: ['River', 'Boca'], durationMinutes: 1440 as const };
  const { post: pollPost } = await command('publishPost', { text: '¿Quién gana?', poll });
  await command('votePoll', { postId: pollPost.id, optionId: 'a' });
  await command('publishPost', { text: 'Abierta', poll, quoteOf: quotedPost.id });
  const video = await fan.upload(await clip(), 'video/webm');
  await command('publishPost', { text: 'Video', media: { key: video.key }, link: 'x.com/afa' });
  await page.goto('/feed');
  await expect(post(page, 'Video').getByRole('button', { name: /^Reproducir/ })).toBeVisible();
  await expect(page.getByRole('article', { name: `Paula Partes ${altFallback}` })).toBeVisible();
  await expectAccessible(page, 'a feed with all parts');
  await page.getByRole('button', { name: altFallback }).click();
  await expect(page.getByRole('dialog', { name: altFallback })).toBeVisible();
  await expectAccessible(page, 'the viewer');
});

test('the feed, a post and profiles have no accessibility violations', async ({ join }) => {
  const { page, command, uid } = await join('Alma Ríos');
  const friend = await join('Teo Funes');
  await page.goto('/feed');
  await expect(page.getByRole('tab', { name: 'Siguiendo' })).toBeVisible();
  await expectAccessible(page, 'an empty feed');

  await command('publishPost', { text: 'Miren @tablon https://ole.com.ar', link: 'ole.com.ar/nota' });
  const { post: newPost } = await friend.command('publishPost', { text: 'Con comentarios' });
  await command('followUser', { targetUid: friend.uid });
  await command('likePost', { postId: newPost.id });
  await command('addComment', { postId: newPost.id, text: 'Uno' });
  await page.goto('/feed');
  await expect(post(page, 'Con comentarios')).toBeVisible();
  await expectAccessible(page, 'the feed');
  await post(page, 'Miren').getByRole('button', { name: 'Opciones', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Eliminar' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page, 'a dialog');

  for (const path of [`/p/${newPost.id}`, '/perfil', `/perfil/${friend.uid}`, `/perfil/${uid}`]) {
    await page.goto(path);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectAccessible(page, path);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/feed');
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  await expect(page.getByRole('link', { name: 'Guardados' })).toBeVisible();
  await expectAccessible(page, 'the drawer');
});

test('with twice the text size nothing is cut, lies on something else or leaves a phone’s screen', async ({
  join,
}) => {
  const { page, command } = await join('Lautaro Gómez');
  const fan = await join('Maximiliano Fernández Etchegaray');
  await fan.command('setClub', { club: 'racing', show: true });
  const quotedPost = (await fan.command('publishPost', { text: 'Primero' })).post;
  const { post: cited } = await fan.command('publishPost', { text: 'Antes', quoteOf: quotedPost.id });
  await fan.command('editPost', { postId: cited.id, text: 'Con cita', link: '' });
  await fan.command('addComment', { postId: cited.id, text: 'Me comento' });
  await command('addComment', { postId: cited.id, text: 'Y yo' });
  await command('followUser', { targetUid: fan.uid });

  await page.goto('/feed');
  await page.getByRole('button', { name: 'Encuesta' }).click();
  const pollOption = page.getByRole('textbox', { name: 'Opción 2' });
  await expect(pollOption).toBeVisible();

  const name = 'Maximiliano Fernández Etchegaray';
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of [
      '/feed',
      `/p/${cited.id}`,
      '/notificaciones',
      '/silenciados',
      '/cuenta',
      '/editar',
      '/bienvenida',
      '/terminos',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      if (path === '/editar') await expect(page.getByLabel('Mostrar mi cuadro')).toBeVisible();
      if (path.startsWith('/p/')) await expect(page.getByText('Y yo')).toBeVisible();
      if (path === '/feed' || path.startsWith('/p/')) {
        await expect(page.getByRole('article').getByText(name).last()).toBeVisible();
      }
      if (path === '/feed') await expect(pollOption).toBeVisible();
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect(await page.evaluate(layoutFaults), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('with twice the text size the tabs of a wide screen scroll, and its page does not', async ({ join }) => {
  const { page } = await join('Lautaro Gómez');
  await page.goto('/feed');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const width of [800, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(layoutFaults), `at ${width} px`).toEqual([]);
    for (const name of ['Inicio', 'Editar perfil']) {
      const tab = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name });
      await tab.focus();
      await expect(tab).toBeInViewport({ ratio: 0.9 });
    }
  }
});

test('in forced colours one sees the bars of a poll', async ({ join }) => {
  const { page, command } = await join('Barras A La Vista');
  const poll = { options: ['River', 'Boca'], durationMinutes: 1440 as const };
  const { post: voted } = await command('publishPost', { text: '¿Quién gana?', poll });
  await command('votePoll', { postId: voted.id, optionId: 'a' });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto(`/p/${voted.id}`);
  const option = page.getByRole('button', { name: 'River' });
  const look = async () => (await option.screenshot()).toString('base64');
  const withBar = await look();
  await option
    .locator('span')
    .first()
    .evaluate((bar) => bar.remove());
  expect(await look()).not.toBe(withBar);
});

test('in forced colours one sees which tab, section, suggestion, club, repost and theme is the active one', async ({
  join,
}) => {
  const { page, command } = await join('Contraste Alto');
  await join('Contraste Bajo');
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const looks = async (part: Locator) => {
    await page.mouse.move(0, 400);
    return (await part.screenshot()).toString('base64');
  };
  const colour = (part: Locator, pseudo: string) =>
    part.evaluate((element, name) => getComputedStyle(element, name).backgroundColor, pseudo);

  await page.goto('/feed');
  const section = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Inicio' });
  expect(await colour(section, '::after')).not.toBe(await colour(page.locator('body'), ''));
  const tab = page.getByRole('tab', { name: 'Siguiendo' });
  const selectedTab = await looks(tab);
  await page.getByRole('tab', { name: 'Para vos' }).click();
  expect(await looks(tab)).not.toBe(selectedTab);

  await composer(page).fill('@contraste');
  const suggestions = page.getByRole('option', { name: /@contraste/ });
  await expect(suggestions.nth(1)).toBeVisible();
  const activeSuggestion = await looks(suggestions.first());
  await page.keyboard.press('ArrowDown');
  expect(await looks(suggestions.first())).not.toBe(activeSuggestion);

  await page.goto('/editar');
  await page.getByRole('combobox', { name: 'Cuadro' }).click();
  const club = page.getByRole('option', { name: /^Selección Argentina/ });
  await expect(club).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const idleClub = await looks(club);
  await page.keyboard.press('ArrowDown');
  expect(await looks(club)).not.toBe(idleClub);

  const { post: shared } = await command('publishPost', { text: 'Para repostear' });
  await page.goto(`/p/${shared.id}`);
  const repost = page.getByRole('button', { name: /^Repost/ });
  const idleRepost = await colour(repost, '::before');
  await repost.click();
  await expect.poll(() => colour(repost, '::before')).not.toBe(idleRepost);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/feed');
  const home = page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: 'Inicio' });
  const currentHome = await looks(home);
  await page.getByRole('button', { name: 'Abrir menú' }).click();
  const theme = page.getByText('Noche', { exact: true }).locator('..');
  const idleTheme = await looks(theme);
  await theme.click();
  expect(await looks(theme)).not.toBe(idleTheme);
  await page.getByRole('dialog').getByRole('link', { name: 'Guardados' }).click();
  expect(await looks(home)).not.toBe(currentHome);
});

/** Finds clipped titles and buttons, overlapping parts of an author's line, and a page that is too wide. */
function layoutFaults(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const bad = scrollWidth > clientWidth ? [`The page is ${scrollWidth} px wide`] : [];
  for (const part of document.querySelectorAll('main :is(h1, button), main [data-title-bar] > *')) {
    const isClipped =
      part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible';
    if (isClipped && part.clientWidth > 1) bad.push(`'${part.textContent}' is cut`);
  }
  const leaves = [...document.querySelectorAll<HTMLElement>('main span:not(:has(*))')];
  for (const handle of leaves.filter(({ textContent }) => textContent.startsWith('@'))) {
    const line = handle.parentElement!;
    const name = line.querySelector<HTMLElement>('span:not(:has(*))')!;
    if (name.clientWidth < Math.min(name.scrollWidth, 60)) bad.push(`'${name.textContent}' is cut`);
    const parts = [...line.parentElement!.querySelectorAll('span:not(:has(*)), time, svg')]
      .map((part) => part.getBoundingClientRect())
      .filter(({ width }) => width > 1);
    const overlap = parts.some((a, i) =>
      parts
        .slice(i + 1)
        .some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
            a.bottom > b.top + 1 &&
            b.bottom > a.top + 1,
        ),
    );
    if (overlap) bad.push(`Something overlaps beside '${handle.textContent}'`);
  }
  return bad;
}
