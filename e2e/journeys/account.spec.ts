import { readFile } from 'node:fs/promises';

import { refusedCall } from '../harness/faults.ts';
import { mailsTo } from '../harness/mailbox.ts';
import { Person } from '../harness/person.ts';
import { signIn } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

const title = 'Cuenta y privacidad';

test('a change of password keeps this session and ends all others', async ({ join, visitor }) => {
  const { page, email } = await join('Cambia Clave');
  const other = await visitor();
  await other.goto('/ingresar');
  await signIn(other, email, Person.password);
  await expect(other).toHaveURL('/feed');

  const stream = () => page.waitForResponse(/\/api\/events/);
  const listening = stream();
  await page.goto('/editar');
  await page.getByRole('main').getByRole('link', { name: title }).click();
  await expect(page).toHaveURL('/cuenta');
  await expect(page.getByText('Esta sesión')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cerrar la sesión de/ })).toHaveCount(1);

  const form = page.getByRole('form', { name: 'Contraseña' });
  const current = form.getByLabel('Contraseña actual');
  await current.fill('no-es-esa');
  await form.getByLabel('Contraseña nueva').fill('una-mucho-mejor');
  await form.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(current).toHaveAccessibleDescription('La contraseña no es correcta.');
  await expect(current).toBeFocused();
  await current.fill(Person.password);
  // The event stream must be open before it can end.
  expect((await listening).status()).toBe(200);
  const listeningAgain = stream();
  await form.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(page.getByText('Contraseña guardada. Cerramos tus otras sesiones.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cerrar la sesión de/ })).toHaveCount(0);
  expect((await listeningAgain).status()).toBe(200);
  await expect(page.getByText('Esta sesión')).toBeVisible();
  await expect(page.getByText('Tenés que iniciar sesión.')).toHaveCount(0);
  await page.goto('/feed');
  await expect(page).toHaveURL('/feed');
  await other.goto('/feed');
  await expect(other).toHaveURL('/ingresar');
});

test('an unknown session can be ended from the list', async ({ join, visitor }) => {
  const { page, email } = await join('Revisa Sesiones');
  const other = await visitor();
  await other.goto('/ingresar');
  await signIn(other, email, Person.password);
  await expect(other).toHaveURL('/feed');
  await page.goto('/cuenta');
  await page.getByRole('button', { name: /^Cerrar la sesión de/ }).click();
  await expect(page.getByRole('button', { name: /^Cerrar la sesión de/ })).toHaveCount(0);
  await other.goto('/feed');
  await expect(other).toHaveURL('/ingresar');
});

test('the data download is one file', async ({ join }) => {
  const { page, command } = await join('Se Lleva Todo');
  await command('publishPost', { text: 'lo mío' });
  await page.goto('/cuenta');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar mis datos' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^mis-datos-\d{4}-\d\d-\d\d\.zip$/);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.includes('publicaciones.json')).toBe(true);
  await expect(page).toHaveURL('/cuenta');
});

test('deleting the account signs out and hides it at once, and signing in restores it', async ({ join }) => {
  const { page, email, uid, command } = await join('Se Va Vuelve');
  const { post } = await command('publishPost', { text: 'vuelvo en un rato' });
  await page.goto('/cuenta');
  const form = page.getByRole('form', { name: 'Eliminar cuenta' });
  const password = form.getByLabel('Contraseña', { exact: true });
  const remove = form.getByRole('button', { name: 'Eliminar mi cuenta' });
  await remove.click();
  await expect(password).toHaveAccessibleDescription('Escribí tu contraseña.');
  await password.fill('no-es-esa');
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(password).toHaveAccessibleDescription('La contraseña no es correcta.');
  await password.fill(Person.password);
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL('/cuenta');
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page).toHaveURL('/ingresar');
  await expect(page.getByText(/^Tu cuenta se elimina el \d+ de \w+ de \d{4}\./)).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(email)).at(-1)?.subject)
    .toBe('Vamos a eliminar tu cuenta de Tablón');

  const { page: outside } = await join('Mira De Afuera');
  await outside.goto(`/perfil/${uid}`);
  await expect(outside.getByText('No se encontró el perfil.')).toBeVisible();
  await outside.goto(`/p/${post.id}`);
  await expect(outside.getByText('Publicación no encontrada.')).toBeVisible();

  await page.goto('/ingresar');
  await signIn(page, email, Person.password);
  await expect(page.getByText('Tu cuenta sigue: cancelamos la eliminación.')).toBeVisible();
  await expect(page).toHaveURL('/feed');
  await page.goto(`/p/${post.id}`);
  await expect(page.getByText('vuelvo en un rato')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('on a phone the account page is reached through the menu', async ({ join }) => {
    const { page } = await join('Desde El Menú');
    await page.goto('/feed');
    await page.getByRole('button', { name: 'Abrir menú' }).click();
    await page.getByRole('dialog').getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
  });
});
