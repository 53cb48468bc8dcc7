import { expectAccessible } from '../harness/accessible.ts';
import { waitForEvents } from '../harness/live.ts';
import { post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test('a fan chooses a club by keys on a phone, is seen with its badge, and hides it in one press', async ({
  join,
}) => {
  const fan = await join('Hincha Nueva');
  const { page, uid } = fan;
  const badge = page.getByRole('img', { name: 'Hincha de Huracán', exact: true });
  const text = `Aguante ${crypto.randomUUID()}`;
  await fan.command('publishPost', { text });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/editar');
  const club = page.getByRole('combobox', { name: 'Cuadro' });
  await expect(club).toHaveValue('Prefiero no decir');
  await club.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Prefiero no decir' })).toBeVisible();
  await expectAccessible(page, 'the clubs to choose from');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'Mostrar mi cuadro' })).toBeFocused();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('quemer');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(club).toHaveValue('Huracán');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.getByLabel('Nombre visible').press('Enter');
  await expect(page.getByText('Perfil actualizado ✅')).toBeVisible();

  await page.goto('/feed');
  await expect(post(page, text).locator(badge)).toBeVisible();
  await page.goto(`/perfil/${uid}`);
  await page.getByRole('link', { name: 'Hincha de Huracán', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Huracán', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Es tu cuadro' })).toBeVisible();
  await expectAccessible(page, 'a club');
  await page.getByRole('tab', { name: 'Hinchas' }).click();
  await expect(page.getByRole('list', { name: 'Hinchas' })).toContainText('Hincha Nueva');

  await page.goto('/editar');
  const showsClub = page.getByRole('checkbox', { name: 'Mostrar mi cuadro' });
  // Before the choice is read, the box is empty as well.
  await expect(showsClub).toBeChecked();
  await showsClub.uncheck();
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText('Perfil actualizado ✅')).toBeVisible();
  await page.goto('/feed');
  await expect(post(page, text)).toBeVisible();
  await expect(badge).toHaveCount(0);
});

test('‘Para vos’ can show one club, the choice stays, and a reader can see no clubs at all', async ({
  join,
}) => {
  const [reader, quilmes] = [await join('Mira Todo'), await join('Cervecera')];
  const { page } = reader;
  const text = `Desde el sur ${crypto.randomUUID()}`;
  await quilmes.command('setClub', { club: 'quilmes', show: true });
  await quilmes.command('publishPost', { text });
  const stream = waitForEvents(page);
  await page.goto('/clubes');
  await expect(page.getByRole('heading', { name: 'Primera Nacional' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Neutral', exact: true })).toBeVisible();
  await expectAccessible(page, 'all clubs');
  await page
    .getByRole('link', { name: /^Quilmes/ })
    .first()
    .click();
  await expect(post(page, text)).toBeVisible();
  await stream;
  const late = `Recién ${crypto.randomUUID()}`;
  await quilmes.command('publishPost', { text: late });
  await page.getByRole('button', { name: 'Ver 1 publicación nueva' }).click();
  await expect(post(page, late)).toBeVisible();
  await page.getByRole('button', { name: 'Es mi cuadro' }).click();
  await expect(page.getByRole('link', { name: 'Es tu cuadro' })).toBeVisible();

  await page.goto('/feed?tab=paraVos');
  const choice = page.getByRole('combobox', { name: 'Cuadro' });
  await choice.selectOption({ label: 'Mi cuadro' });
  await expect(post(page, text)).toBeVisible();
  await choice.selectOption({ label: 'Colón de Santa Fe' });
  await expect(page.getByText('Todavía no hay publicaciones de hinchas de Colón.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Todavía no hay publicaciones de hinchas de Colón.')).toBeVisible();
  await choice.selectOption({ label: 'Mi cuadro' });
  const badge = page.getByRole('img', { name: 'Hincha de Quilmes', exact: true });
  await expect(post(page, text).locator(badge)).toBeVisible();
  const more = `Otra más ${crypto.randomUUID()}`;
  await quilmes.command('publishPost', { text: more });
  await page.getByRole('button', { name: 'Ver 1 publicación nueva' }).click();
  await expect(post(page, more)).toBeVisible();

  await page.goto('/cuenta');
  const answer = page.waitForResponse('**/api/setPreferences');
  await page.getByRole('checkbox', { name: 'No mostrar cuadros' }).check();
  await answer;
  await page.goto('/feed?tab=paraVos');
  await expect(post(page, text)).toBeVisible();
  await expect(page.getByRole('img', { name: /^Hincha de/ })).toHaveCount(0);

  // Nothing else on this screen shows a badge.
  await page.goto('/club/cipolletti');
  await expect(page.getByRole('heading', { name: 'Cipolletti' })).toBeVisible();
  await expect(page.getByRole('main').locator('header svg')).toBeVisible();
});
