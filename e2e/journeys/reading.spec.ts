import { expectAccessible } from '../harness/accessible.ts';
import { inDatabase } from '../harness/database.ts';
import { expect, test } from '../harness/site.ts';

test('a post reads without an account and without JavaScript, and nothing covers it', async ({
  browser,
  baseURL,
  join,
}) => {
  const author = await join('Nadia Arias');
  const text = 'Se fue el partido y quedamos cantando.';
  const { post } = await author.command('publishPost', { text });
  for (const path of [`/p/${post.id}`, `/perfil/${author.uid}`]) {
    const context = await browser.newContext({
      baseURL: baseURL!,
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    });
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByRole('article').getByText(text)).toBeVisible();
    const [words, bar] = await Promise.all([
      page.getByText(text).boundingBox(),
      page.getByText('Estás leyendo Tablón sin cuenta.').boundingBox(),
    ]);
    expect(bar!.y).toBeGreaterThan(words!.y + words!.height);
    const coverText = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x!, y!)?.closest('.text') === null,
      [words!.x + 5, words!.y + 5],
    );
    expect(coverText).toBe(false);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(sideways).toBe(false);
    await context.close();
  }
});

test('the pages without an account have no accessibility violations', async ({ page, join }) => {
  const { uid, command } = await join('Lea Pública');
  await command('setClub', { club: 'san-lorenzo', show: true });
  const poll = { options: ['Sí', 'No'], durationMinutes: 1440 as const };
  const { post: quoteOf } = await command('publishPost', { text: '', poll });
  const { post } = await command('publishPost', { text: 'Para @todos ]]> <b>&', quoteOf: quoteOf.id });
  await command('addComment', { postId: post.id, text: 'Hola' });
  const feed = await (await page.request.get(`/perfil/${uid}/atom.xml`)).text();
  const fault = await page.evaluate(
    (text) =>
      new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror')?.textContent,
    feed,
  );
  expect(fault).toBeUndefined();
  for (const path of [`/p/${post.id}`, `/perfil/${uid}`, '/club/san-lorenzo']) {
    await page.goto(path);
    await expect(page.getByText('Hincha de San Lorenzo').first()).toBeAttached();
    await expectAccessible(page, path);
  }
});

test.describe('an author who changes their mind', () => {
  test.use({ expectedErrors: [/status of 404/], permissions: ['clipboard-read', 'clipboard-write'] });

  test('is read by members only from then on, and copied links say so', async ({ join, visitor }) => {
    const { page, uid, query, command } = await join('Olga Reserva');
    const { post } = await command('publishPost', { text: 'Para los de siempre' });
    const stranger = await visitor();
    await stranger.goto(`/p/${post.id}`);
    await expect(stranger.getByText('Para los de siempre')).toBeVisible();

    await page.goto('/cuenta');
    const choice = page.getByRole('region', { name: 'Quién puede leerte' });
    await expect(choice.getByRole('radio', { name: 'Cualquiera, también sin cuenta' })).toBeChecked();
    await choice.getByRole('radio', { name: 'Solo quienes tienen cuenta' }).check();
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
    await expect(
      choice.getByRole('checkbox', { name: 'Que los buscadores muestren mi perfil y mis publicaciones' }),
    ).toBeDisabled();
    await stranger.goto(`/p/${post.id}`);
    await expect(stranger).toHaveURL(/\/ingresar/);

    await page.goto(`/p/${post.id}`);
    await page.getByRole('button', { name: 'Copiar enlace' }).click();
    await expect(page.getByText('Enlace copiado. Solo lo ven quienes tienen cuenta.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      new URL(`/p/${post.id}`, page.url()).href,
    );

    const { profile } = await query('getProfile', { uid });
    await page.goto(`/@${profile.handle}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Olga Reserva' })).toBeVisible();
    await expect(page).toHaveURL(`/@${profile.handle}`);
  });
});

test('a visitor reads the latest posts beside the login, and one of them whole', async ({
  visitor,
  join,
}) => {
  const { command } = await join('Portada Del Día');
  const { post } = await command('publishPost', { text: 'Se vende entrada para la popular' });
  const page = await visitor();
  const latest = page.getByRole('list', { name: 'Lo último en el tablón' });
  // Other journeys publish at the same time.
  await expect(async () => {
    await page.goto('/ingresar');
    await latest.getByRole('link').first().click({ timeout: 2_000 });
    await expect(page.getByText('Estás leyendo Tablón sin cuenta.')).toBeVisible();
  }).toPass();
  await page.goto(`/p/${post.id}`);
  await expect(page.getByText('Se vende entrada para la popular')).toBeVisible();
});

test('an account from before the question is asked once', async ({ join }) => {
  const { page, uid, query } = await join('Ernesto Antes');
  await inDatabase('UPDATE users SET public_reading = NULL WHERE uid = $1', [uid]);
  // The process caches profiles: any change of this one makes it read the profile again.
  const follower = await join('Siguiendo Antes');
  await follower.command('followUser', { targetUid: uid });
  await page.goto('/feed');
  await expect(page.getByRole('heading', { name: '¿Querés que también te lean sin cuenta?' })).toBeVisible();
  await page.getByRole('button', { name: 'Sí, cualquiera' }).click();
  await expect(page.getByRole('heading', { name: /¿Querés que también/ })).toHaveCount(0);
  expect((await query('getSession', {})).user?.publicReading).toBe(true);
  await page.reload();
  await expect(page.getByRole('textbox', { name: '¿Qué se dice en el tablón?' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /¿Querés que también/ })).toHaveCount(0);
});
