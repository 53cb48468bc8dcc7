import type { Page } from '@playwright/test';

import { expectAccessible } from '../harness/accessible.ts';
import { inDatabase, withDatabase } from '../harness/database.ts';
import { refuse, refusedCall } from '../harness/faults.ts';
import { layoutShift, recordShifts } from '../harness/layout-shifts.ts';
import { Person } from '../harness/person.ts';
import { post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

const rail = (page: Page) => page.getByRole('complementary', { name: 'Alrededor' });
const people = (page: Page) => page.getByRole('list', { name: 'A quién seguir' });
const hot = (page: Page) => page.getByRole('list', { name: 'Lo más charlado hoy' });

/** Waits until the job has ranked the post. */
async function rank(postId: string): Promise<void> {
  await inDatabase("SELECT graphile_worker.add_job('refresh-suggestions')", []);
  const isRanked = async () => {
    let found = 0;
    await withDatabase(async (client) => {
      found = (await client.query('SELECT FROM hot_posts WHERE post_id = $1', [postId])).rowCount ?? 0;
    });
    return found > 0;
  };
  await expect.poll(isRanked, { timeout: 20_000 }).toBe(true);
}

async function makeAuthor(join: (name: string) => Promise<Person>, name: string, text: string) {
  const author = await join(name);
  const { post: newPost } = await author.command('publishPost', { text });
  const fan = await join('Hincha Fiel');
  await fan.command('likePost', { postId: newPost.id });
  await rank(newPost.id);
  return { author, postId: newPost.id };
}

test('a person is followed from beside the feed, and the next visit suggests others', async ({ join }) => {
  await makeAuthor(join, 'Carla Enganche', 'Nadie tira un caño como ella');
  const reader = await join('Leo Lector');
  const friend = await join('Amigo Viejo');
  // Beside an empty feed, the people stand in the feed itself.
  await friend.command('publishPost', { text: 'Vamos todavía' });
  await reader.command('followUser', { targetUid: friend.uid });
  const { page } = reader;
  await page.setViewportSize({ width: 1280, height: 900 });
  await recordShifts(page);
  await page.goto('/feed');
  await expect(rail(page)).toBeVisible();
  const first = rail(page).getByRole('listitem').first();
  await expect(first.getByRole('button', { name: 'Seguir', exact: true })).toBeVisible();
  const name = await first.getByRole('link').getAttribute('href');
  await first.getByRole('button').click();
  await expect(first.getByRole('button', { name: 'Siguiendo', exact: true })).toBeVisible();
  const { items } = await reader.query('getFollowing', { uid: reader.uid });
  expect(items.map(({ uid }) => `/perfil/${uid}`)).toContain(name);
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  await page.reload();
  await expect(rail(page)).toBeVisible();
  await expect(rail(page).locator(`a[href="${name}"]`)).toHaveCount(0);
});

test('a search box, people and the day’s posts stand beside the column and have no violations', async ({
  join,
}) => {
  const { postId } = await makeAuthor(join, 'Dora Debate', 'La mano fue clarísima');
  const { page } = await join('Lisa Lectora');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/p/${postId}`);
  await expect(rail(page).getByRole('heading')).toHaveText(['A quién seguir', 'Lo más charlado hoy']);
  await expect(hot(page).getByRole('listitem').first()).toContainText('me gusta');
  await expectAccessible(page);
  await rail(page).getByRole('searchbox').fill('@dora');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/buscar?q=%40dora');
});

test.describe(() => {
  test.use({ expectedErrors: [refusedCall] });

  test('beside the column a list that fails is left out, and is not asked for again and again', async ({
    join,
  }) => {
    const { page } = await join('Lena Lejos');
    await refuse(page, 'getHotPosts', 'unavailable');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/guardados');
    const box = rail(page).getByRole('searchbox');
    await box.fill('@pibe');
    // The keys work once no read is on its way any more.
    await expect(async () => {
      await box.blur();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 30_000 });
    await page.keyboard.press('Escape');
    await expect(box).toHaveValue('@pibe');
    await expect(rail(page).getByRole('heading', { name: 'Lo más charlado hoy' })).toHaveCount(0);
  });
});

test('on a phone the same stands under the empty search and has no violations', async ({ join }) => {
  await makeAuthor(join, 'Tito Tribuna', 'Hoy se llena');
  const { page } = await join('Pía Celular');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/buscar');
  await expect(people(page).getByRole('listitem').first()).toBeVisible();
  await expect(hot(page).getByRole('listitem').first()).toBeVisible();
  await expect(rail(page)).toHaveCount(0);
  await expectAccessible(page);
});

test('a newcomer is shown whom to follow, follows somebody, and reads their posts', async ({ join }) => {
  const text = 'El que no salta es de otro cuadro';
  await makeAuthor(join, 'Abel Abanderado', text);
  const { page } = await join('Nora Nueva');
  await page.goto('/feed');
  const main = page.getByRole('main');
  await expect(main.getByText('Todavía no seguís a nadie. Buscá perfiles y tocá Seguir.')).toBeVisible();
  await expect(main.getByRole('heading', { name: 'A quién seguir' })).toBeVisible();
  // People of other journeys may be ranked before Abel, so everybody on the list is followed.
  const rows = people(page).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  for (const row of await rows.all()) {
    await row.getByRole('button', { name: 'Seguir', exact: true }).click();
    await expect(row.getByRole('button', { name: 'Siguiendo', exact: true })).toBeEnabled();
  }
  await page.getByRole('button', { name: 'Ver lo que publican' }).click();
  await expect(main.getByRole('article').first()).toBeVisible();
  await expect(main.getByText('Todavía no seguís a nadie.')).toBeHidden();
});

test('a newcomer is led to Para vos', async ({ join }) => {
  const { page } = await join('Paco Primerizo');
  await page.goto('/feed');
  await page.getByRole('link', { name: 'Mirá Para vos' }).click();
  await expect(page.getByRole('tab', { name: 'Para vos' })).toHaveAttribute('aria-selected', 'true');
});

test('a newcomer’s own first post stands above the suggestions', async ({ join }) => {
  const { page, command } = await join('Olga Estrena');
  await command('publishPost', { text: 'Mi primer grito' });
  await page.goto('/feed');
  const text = page.getByText('Todavía no seguís a nadie.');
  await expect(text).toBeVisible();
  const own = await post(page, 'Mi primer grito').elementHandle();
  // Both are measured at once, as what loads above them moves them.
  const isBelow = (element: Element, card: Element | null) =>
    element.getBoundingClientRect().top > (card?.getBoundingClientRect().top ?? Infinity);
  expect(await text.evaluate(isBelow, own)).toBe(true);
});

test('a visitor who opens a post signs in and reads it', async ({ join, page }) => {
  const author = await join('Vera Vínculo');
  const { post: newPost } = await author.command('publishPost', { text: 'Compartido por WhatsApp' });
  await page.goto(`/p/${newPost.id}`);
  await page.getByRole('link', { name: 'Ingresá para comentar.' }).click();
  await expect(page).toHaveURL(/^[^?]*\/ingresar\?volver=/);
  await expect(page.getByText('El tablón de los que miran fútbol.')).toBeVisible();
  await expect(page.getByText('Ingresá para ver esta publicación.')).toBeVisible();
  await page.getByLabel('Email').fill(author.email);
  await page.getByLabel('Contraseña').fill(Person.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(`/p/${newPost.id}`);
  await expect(post(page, 'Compartido por WhatsApp')).toBeVisible();
});

test('the sign-up says what is missing, and its end leads on to people', async ({ page }) => {
  await page.goto('/registrar');
  await expect(page.getByText('Ingresá para ver esta publicación.')).toBeHidden();
  const submit = page.getByRole('button', { name: 'Registrarme', exact: true });
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription('Para registrarte, aceptá los Términos y la Privacidad.');
  await page.getByLabel('Nombre visible').fill('Rita Recién');
  await page.getByLabel('Email').fill(`rita${Math.random()}@example.com`);
  await page.getByLabel('Contraseña').fill('aguante');
  await page.getByRole('checkbox').check();
  await expect(submit).toHaveAccessibleDescription('');
  await submit.click();
  await expect(page).toHaveURL('/editar');
  await expect(page.getByText('Ya estás adentro')).toBeVisible();
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  const onward = page.getByRole('link', { name: 'Seguí: a quién leer' });
  await expect(onward).toHaveCount(1);
  await onward.click();
  await expect(page).toHaveURL('/bienvenida?paso=hinchas');
  await page.goto('/editar');
  await expect(page.getByLabel('Bio')).toBeVisible();
  await expect(page.getByText('Ya estás adentro')).toBeHidden();
});
