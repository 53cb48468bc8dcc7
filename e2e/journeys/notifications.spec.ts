import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../harness/accessible.ts';
import { inDatabase } from '../harness/database.ts';
import { cutOff, holdNextPage, mend, refuse, refusedCall } from '../harness/faults.ts';
import { picture } from '../harness/pictures.ts';
import { scrollTo } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notificaciones/ });
const dropdown = (page: Page) => page.getByRole('dialog', { name: 'Notificaciones' });
const rows = (place: Locator) => place.getByRole('listitem');

/** Brings the page back to the front, without a reload, until the bell has this name. */
async function waitForBell(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(bell(page)).toHaveAccessibleName(name, { timeout: 1000 });
  }).toPass({ timeout: 20_000 });
}

/** No call can make notifications of the site itself. */
async function insertNotifications(uid: string, count: number): Promise<void> {
  await inDatabase(
    `INSERT INTO notifications (uid, id, type, text, created_at)
     SELECT $1, uuidv7(), 'other', 'Aviso ' || n, now() FROM generate_series(1, $2::int) AS n`,
    [uid, count],
  );
}

test('other users’ actions appear on the bell without a reload, say who and what, and link there', async ({
  join,
}) => {
  const ana = await join('Ana Torres');
  const beto = await join('Beto Ruiz');
  const { post } = await ana.command('publishPost', { text: 'Golazo de media cancha' });
  const { page } = ana;
  await page.goto('/feed');
  await expect(bell(page)).toHaveAccessibleName('Notificaciones');
  await expect(bell(page)).toHaveText('');

  await beto.command('likePost', { postId: post.id });
  await waitForBell(page, 'Notificaciones, 1 sin leer');
  await expect(bell(page)).toHaveText('1');
  await beto.command('addComment', { postId: post.id, text: 'Al ángulo, imposible' });
  await beto.command('repostPost', { postId: post.id });
  await beto.command('followUser', { targetUid: ana.uid });
  await waitForBell(page, 'Notificaciones, 4 sin leer');

  await bell(page).click();
  await expect(rows(dropdown(page))).toHaveText([
    /^\s*Beto Ruiz empezó a seguirte.*ahora · Ver perfil/,
    /^\s*Beto Ruiz hizo repost de tu publicación.*ahora · Abrir publicación/,
    /^\s*Beto Ruiz comentó tu publicación Al ángulo, imposible.*ahora · Abrir publicación/,
    /^\s*Beto Ruiz le dio Me gusta a tu publicación.*ahora · Abrir publicación/,
  ]);
  const answer = page.waitForResponse('**/api/markNotificationsRead');
  await dropdown(page)
    .getByRole('link', { name: /comentó/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/p/${post.id}\\?comentario=`));
  await expect(dropdown(page)).toBeHidden();
  await expect(bell(page)).toHaveText('3');
  await answer;

  await page.reload();
  await expect(bell(page)).toHaveText('3');
  await bell(page).click();
  await expect(rows(dropdown(page)).filter({ hasText: 'Sin leer' })).toHaveCount(3);
  await expect(rows(dropdown(page)).filter({ hasText: 'comentó' })).not.toContainText('Sin leer');
});

test('many likes of a post are one row with its picture, and opening it reads all of them', async ({
  join,
}) => {
  const ana = await join('Ana Grupo');
  const { key } = await ana.upload(await picture(800, 400), 'image/jpeg', 'post');
  const { post } = await ana.command('publishPost', { text: 'Tarde de sol\ny de fútbol', media: { key } });
  for (const name of ['Beto Uno', 'Caro Dos', 'Dani Tres'])
    await (await join(name)).command('likePost', { postId: post.id });
  const { page } = ana;
  for (const [width, height] of [
    [1280, 900],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/notificaciones');
    const row = rows(page.getByRole('main')).first();
    await expect(row).toContainText('Dani Tres, Caro Dos y 1 más le dieron Me gusta a tu publicación');
    await expect(row).toContainText('Tarde de sol');
    await expect(row).not.toContainText('y de fútbol');
    await expect(row.locator('img[width="44"]')).toBeVisible();
    await expectAccessible(page);
  }
  await expect(bell(page)).toHaveText('3');

  // A like that arrives joins the row.
  await (await join('Ema Cuatro')).command('likePost', { postId: post.id });
  await expect(rows(page.getByRole('main'))).toHaveCount(1);
  await expect(rows(page.getByRole('main'))).toContainText('Ema Cuatro, Dani Tres y 2 más');
  const answer = page.waitForResponse('**/api/markNotificationsRead');
  await rows(page.getByRole('main')).getByRole('link').click();
  await expect(page).toHaveURL(`/p/${post.id}`);
  await answer;
  await expect(bell(page)).toHaveText('');
  await expect.poll(async () => (await ana.query('getNotifications', {})).unread).toBe(0);
});

test('the tab of mentions holds mentions and quotes only', async ({ join }) => {
  const ana = await join('Ana Nombrada');
  const beto = await join('Beto Nombra');
  const { handle } = (await ana.query('getProfile', {})).profile;
  const { post } = await ana.command('publishPost', { text: 'Vamos' });
  await beto.command('publishPost', { text: `Mirá @${handle}` });
  await beto.command('publishPost', { text: 'La cita', quoteOf: post.id });
  await beto.command('likePost', { postId: post.id });
  const { page } = ana;
  await page.goto('/notificaciones');
  await expect(rows(page.getByRole('main'))).toHaveCount(3);
  await page.getByRole('tab', { name: 'Menciones' }).click();
  await expect(rows(page.getByRole('main'))).toHaveText([/Beto Nombra citó/, /Beto Nombra te mencionó/]);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Menciones' })).toHaveAttribute('aria-selected', 'true');
  await expect(rows(page.getByRole('main'))).toHaveCount(2);
});

test('a notification about a comment opens the post at that comment, among hundreds', async ({ join }) => {
  const ana = await join('Ana Charla');
  const beto = await join('Beto Tardío');
  const { post } = await ana.command('publishPost', { text: 'Hilo largo' });
  await inDatabase(
    `INSERT INTO comments (post_id, id, uid, text, created_at, updated_at)
     SELECT $1, uuidv7(), $2, 'Comentario ' || n, now(), now() FROM generate_series(1, 250) AS n`,
    [post.id, ana.uid],
  );
  await beto.command('addComment', { postId: post.id, text: 'Justo este' });
  await inDatabase(
    `INSERT INTO comments (post_id, id, uid, text, created_at, updated_at)
     SELECT $1, uuidv7(), $2, 'Después ' || n, now(), now() FROM generate_series(1, 49) AS n`,
    [post.id, ana.uid],
  );
  const { page } = ana;
  await page.goto('/notificaciones');
  // Watched from before: on a slow machine the outline may end before the test looks.
  const outline = page.waitForFunction(() => {
    const group = document.querySelector('[aria-label="Comentario de Beto Tardío"]');
    return group !== null && getComputedStyle(group).boxShadow.includes('inset');
  });
  await rows(page.getByRole('main')).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/p\/[^?]+\?comentario=/);
  const comment = page.getByRole('group', { name: 'Comentario de Beto Tardío' });
  await expect(comment).toBeFocused();
  await expect(comment).toBeInViewport();
  await outline;
  await expect(comment).toHaveCSS('box-shadow', 'none');
  await expect(page.getByText('Comentario 1', { exact: true })).toBeAttached();
  await expect(comment).toHaveCount(1);

  await page.getByText('Comentario 20', { exact: true }).scrollIntoViewIfNeeded();
  await expect(comment).not.toBeInViewport();
  await bell(page).click();
  await dropdown(page).getByRole('listitem').first().getByRole('link').click();
  await expect(comment).toBeFocused();
  await expect(comment).toBeInViewport();

  const commentId = new URL(page.url()).searchParams.get('comentario') ?? '';
  await beto.command('deleteComment', { postId: post.id, commentId });
  await page.reload();
  await expect(page.getByText('Ese comentario ya no está.')).toBeVisible();
});

test('an item links to its own link, else to the post, else to the actor, else to the feed', async ({
  join,
}) => {
  const fan = await join('Dora Vega');
  const actor = await join('Elsa Paz');
  const { post } = await fan.command('publishPost', { text: 'Domingo de clásico' });
  await inDatabase(
    `INSERT INTO notifications (uid, id, type, text, actor_uid, post_id, link, created_at)
     SELECT $1, uuidv7(), 'other', text, actor::uuid, post::uuid, link, now() FROM (VALUES
       ('Afuera', NULL, $3, 'https://afuera.example/nota'), ('Adentro', NULL, $3, '/guardados'),
       ('Publicación', $2, $3, NULL), ('Persona', $2, NULL, NULL), ('Nadie', NULL, NULL, NULL)
     ) AS items (text, actor, post, link)`,
    [fan.uid, actor.uid, post.id],
  );
  const { page } = fan;
  await page
    .context()
    .route('https://afuera.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: 'Afuera' }),
    );
  await page.goto('/buscar');
  await waitForBell(page, 'Notificaciones, 5 sin leer');

  const choose = async (item: RegExp, hint: string) => {
    await bell(page).click();
    const link = dropdown(page).getByRole('link', { name: item });
    await expect(link).toContainText(hint);
    await link.click();
  };
  const popup = page.waitForEvent('popup');
  await choose(/Afuera/, 'Abrir enlace');
  const tab = await popup;
  await expect(tab).toHaveURL('https://afuera.example/nota');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await tab.close();
  await expect(page).toHaveURL('/buscar');
  await expect(bell(page)).toHaveText('4');
  for (const [item, hint, url] of [
    [/Adentro/, 'Abrir enlace', '/guardados'],
    [/Elsa Paz Publicación/, 'Abrir publicación', `/p/${post.id}`],
    [/Elsa Paz Persona/, 'Ver perfil', `/perfil/${actor.uid}`],
    [/Nadie/, 'Ver perfil', '/feed'],
  ] as const) {
    await choose(item, hint);
    await expect(page).toHaveURL(url);
  }
  await expect(bell(page)).toHaveAccessibleName('Notificaciones');
  await expect.poll(async () => (await fan.query('getNotifications', {})).unread).toBe(0);
});

test('a hundred unread show as 99+; all are marked as read at once, also in the other tab', async ({
  join,
}) => {
  const { page, uid, query } = await join('Famoso Total');
  await insertNotifications(uid, 100);
  await page.goto('/feed');
  await expect(bell(page)).toHaveText('99+');
  await expect(bell(page)).toHaveAccessibleName('Notificaciones, 99+ sin leer');
  await bell(page).click();
  await expect(rows(dropdown(page))).toHaveCount(20);
  const answer = page.waitForResponse('**/api/markNotificationsRead');
  await rows(dropdown(page)).first().getByRole('link').click();
  await expect(bell(page)).toHaveText('99');
  await answer;

  const other = await page.context().newPage();
  await other.goto('/notificaciones');
  await expect(bell(other)).toHaveText('99');
  await expect(rows(other.getByRole('main')).nth(1)).toContainText('Sin leer');
  await bell(page).click();
  await dropdown(page).getByRole('button', { name: 'Marcar todo como leído' }).click();
  for (const tab of [page, other]) {
    await expect(bell(tab)).toHaveAccessibleName('Notificaciones');
    await expect(bell(tab)).toHaveText('');
  }
  await expect(dropdown(page).getByText('Sin leer')).toHaveCount(0);
  await expect(other.getByRole('main').getByText('Sin leer')).toHaveCount(0);
  await expect.poll(async () => (await query('getNotifications', {})).unread).toBe(0);
});

test('the whole list has a page of its own and loads twenty at a time', async ({ join }) => {
  const { page: empty } = await join('Sin Novedades');
  await empty.goto('/feed');
  await bell(empty).click();
  await expect(dropdown(empty).getByText('No hay notificaciones.')).toBeVisible();
  await dropdown(empty).getByRole('link', { name: 'Ver todas' }).click();
  await expect(empty).toHaveURL('/notificaciones');
  await expect(empty.getByRole('heading', { level: 1, name: 'Notificaciones' })).toBeFocused();
  await expect(empty.getByRole('main').getByText('No hay notificaciones.')).toBeVisible();

  // Before the first read: the site caches it, and this insert bypasses the site.
  const { page, uid } = await join('Lector Paciente');
  await insertNotifications(uid, 45);
  const pages: number[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/api/getNotifications?cursor=')) return;
    pages.push(((await response.json()) as { items: unknown[] }).items.length);
  });
  await page.goto('/notificaciones');
  const list = rows(page.getByRole('main'));
  await expect(list.first()).toContainText('Aviso 45');
  await scrollTo(page, page.getByText('Aviso 1', { exact: true }));
  await expect(list).toHaveCount(45);
  await expect.poll(() => pages).toEqual([20, 5]);
  await expect(page.getByRole('button', { name: 'Cargar más' })).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Marcar todo como leído' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notificaciones');
  await expect(page.getByRole('main').getByText('Sin leer')).toHaveCount(0);
});

test('keys move through the items; Escape, a click elsewhere and Back close the list and keep the focus', async ({
  join,
}) => {
  const { page, uid } = await join('Tecla Suelta');
  await insertNotifications(uid, 30);
  await page.goto('/buscar');
  await page.getByRole('navigation').getByRole('link', { name: 'Inicio' }).click();
  await expect(bell(page)).toHaveText('30');
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(rows(dropdown(page))).toHaveCount(20);
  await expect(bell(page)).toHaveAttribute('aria-expanded', 'true');
  const links = dropdown(page).getByRole('listitem').getByRole('link');
  await page.keyboard.press('ArrowDown');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(links.last()).toBeFocused();
  await expect(links.last()).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(dropdown(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dropdown(page)).toBeVisible();
  await page.mouse.click(5, 600);
  await expect(dropdown(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await bell(page).click();
  await expect(dropdown(page)).toBeVisible();
  await bell(page).click();
  await expect(dropdown(page)).toBeHidden();

  await bell(page).click();
  await expect(dropdown(page)).toBeVisible();
  await page.goBack();
  await expect(dropdown(page)).toBeHidden();
  await expect(page).toHaveURL('/feed');
});

test('a late answer does not undo marking all as read', async ({ join }) => {
  const { page, uid } = await join('Lenta Respuesta');
  await insertNotifications(uid, 2);
  await page.goto('/notificaciones');
  await expect(bell(page)).toHaveText('2');
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  let answers = 0;
  await page.route(/api.getNotifications/, async (route) => {
    const response = await route.fetch();
    answers++;
    await gate;
    await route.fulfill({ response });
  });
  await bell(page).click();
  await expect.poll(() => answers).toBe(1);
  const answer = page.waitForResponse('**/api/markNotificationsRead');
  await dropdown(page).getByRole('button', { name: 'Marcar todo como leído' }).click();
  await answer;
  release();
  await expect.poll(() => answers).toBeGreaterThan(1);
  await expect(bell(page)).toHaveText('');
  await expect(page.getByRole('main').getByText('Sin leer')).toHaveCount(0);
});

for (const [width, height] of [
  [1280, 900],
  [769, 1024],
  [360, 740],
] as const) {
  test(`at ${width} px the dropdown fits the screen`, async ({ join }) => {
    const { page, uid } = await join('Justo Medida');
    await insertNotifications(uid, 30);
    await page.setViewportSize({ width, height });
    await page.goto('/feed');
    await bell(page).click();
    await expect(rows(dropdown(page))).toHaveCount(20);
    const box = (await dropdown(page).boundingBox())!;
    const room = await page.evaluate(() => document.documentElement.getBoundingClientRect().width);
    expect(box.width).toBe(Math.min(380, room - 16));
    expect(box.height).toBeLessThanOrEqual(height * 0.7);
    expect(box.x).toBeGreaterThanOrEqual(8);
    expect(box.x + box.width).toBeLessThanOrEqual(room - 8);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page, 'the dropdown', 'header');
  });
}

test.describe('when something fails', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('a bell whose query fails stays empty, warns once, and disturbs nothing', async ({ join }) => {
    const { page, uid, publishMany } = await join('Sin Campana');
    await insertNotifications(uid, 3);
    await publishMany(1, 'Sigo acá');
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (/notificaciones/.test(message.text())) warnings.push(message.text());
    });
    await refuse(page, 'getNotifications', 'internal');
    await page.goto('/feed');
    await expect(page.getByText('Sigo acá 1')).toBeVisible();
    await expect.poll(() => warnings.length, { timeout: 20_000 }).toBe(1);
    expect(warnings[0]).toContain('No se pueden leer las notificaciones');
    await expect(page.getByRole('alert')).toHaveCount(0);

    await bell(page).click();
    await expect(dropdown(page).getByText('No se pudieron cargar tus notificaciones.')).toBeVisible({
      timeout: 20_000,
    });
    await mend(page, 'getNotifications');
    await dropdown(page).getByRole('button', { name: 'Reintentar' }).click();
    await expect(rows(dropdown(page))).toHaveCount(3);
    await expect(bell(page)).toHaveText('3');
    expect(warnings).toHaveLength(1);
  });

  test('without the push button’s chunk the dropdown and the page still work', async ({ join }) => {
    const { page } = await join('Sin Botón');
    await page.route('**/assets/Push*', (route) => route.abort());
    await page.goto('/feed');
    const missing = page.waitForEvent('requestfailed');
    await bell(page).click();
    await missing;
    await expect(dropdown(page).getByText('No hay notificaciones.')).toBeVisible();
    await dropdown(page).getByRole('link', { name: 'Ver todas' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Notificaciones' })).toBeVisible();
    await page.goto('/editar');
    await expect(page.getByRole('button', { name: 'Guardar cambios' })).toBeVisible();
  });

  test('what is marked as read while the next page loads stays so', async ({ join }) => {
    const { page, uid } = await join('Marca Apurada');
    await insertNotifications(uid, 45);
    // The event of the mark would mark the list again.
    await page.route('**/api/events*', (route) => route.abort());
    await page.goto('/notificaciones');
    const list = rows(page.getByRole('main'));
    await expect(list).toHaveCount(20);
    const { isWaiting, release } = await holdNextPage(page, 'getNotifications');
    await page.mouse.wheel(0, 3000);
    await isWaiting;
    const answer = page.waitForResponse('**/api/markNotificationsRead');
    await page.getByRole('main').getByRole('button', { name: 'Marcar todo como leído' }).click();
    await expect(page.getByRole('main').getByText('Sin leer')).toHaveCount(0);
    await answer;
    release();
    await expect(list).toHaveCount(40);
    // At once: the next look at the newest ones would mark them again.
    expect(await page.getByRole('main').getByText('Sin leer').count()).toBe(0);
  });

  test('notifications that could not be marked as read are unread again', async ({ join }) => {
    const { page, uid } = await join('Sin Marca');
    await insertNotifications(uid, 2);
    await page.goto('/feed');
    await expect(bell(page)).toHaveText('2');
    await cutOff(page, 'markNotificationsRead');
    await bell(page).click();
    await dropdown(page).getByRole('button', { name: 'Marcar todo como leído' }).click();
    await expect(page.getByText('No se pudo completar. Intentá de nuevo.')).toBeVisible();
    await expect(bell(page)).toHaveText('2');
    await expect(dropdown(page).getByText('Sin leer')).toHaveCount(2);
    await mend(page, 'markNotificationsRead');
    await dropdown(page).getByRole('button', { name: 'Marcar todo como leído' }).click();
    await expect(bell(page)).toHaveText('');
  });
});
