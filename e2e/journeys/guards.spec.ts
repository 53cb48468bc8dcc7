import { Person } from '../harness/person.ts';
import { signIn } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.describe('a profile that only members read', () => {
  // The browser reports the address that cannot be read without an account.
  test.use({ expectedErrors: [/status of 404/] });

  test('leads a visitor to the login, and back', async ({ page, join }) => {
    const { email, uid, command } = await join('Pedro Sosa');
    await command('setReadingChoice', { publicReading: false, indexable: false });
    await page.goto(`/perfil/${uid}?desde=mail`);
    await expect(page).toHaveURL(/\/ingresar/);
    await signIn(page, email, Person.password);
    await expect(page).toHaveURL(`/perfil/${uid}?desde=mail`);
  });
});

test('a signed-out user is sent to the login and returns to the requested page', async ({ page, join }) => {
  const { email } = await join('Pedro Sosa');
  for (const path of ['/feed', '/buscar', '/guardados', '/perfil', '/editar', '/notificaciones', '/admin']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/ingresar/);
  }
  await page.goto('/guardados?desde=mail%252B1');
  await expect(page).toHaveURL(/\/ingresar/);
  await signIn(page, email, Person.password);
  await expect(page).toHaveURL('/guardados?desde=mail%252B1');
});

test('a remembered address outside the site is not followed', async ({ page, join, baseURL }) => {
  const { email } = await join('Hugo Ferrari');
  await page.goto('/ingresar?from=//malo.example&volver=https://malo.example&next=/p/..//malo.example');
  await signIn(page, email, Person.password);
  await expect(page).toHaveURL('/feed');
  expect(new URL(page.url()).origin).toBe(baseURL);
});

test('the root and unknown paths lead to the feed', async ({ page, join }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/ingresar/);
  const member = await join('Lidia Campos');
  for (const path of ['/', '/no-existe', '/p', '/perfil/a/b', '/FEED/x']) {
    await member.page.goto(path);
    await expect(member.page, path).toHaveURL('/feed');
  }
});

test('a signed-in user does not see login, sign-up or the admin pages', async ({ join }) => {
  const { page } = await join('Tito Romano');
  for (const path of ['/ingresar', '/registrar', '/admin', '/admin/ads']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/feed');
  }
  await expect(page.getByRole('link', { name: 'Administración' })).toHaveCount(0);
});

test('the legal pages and the password recovery are open to everybody', async ({ page }) => {
  for (const path of ['/recuperar', '/reportar', '/terminos', '/privacidad']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  }
});
