import type { Page } from '@playwright/test';

import {
  addOldUsers,
  confirmAlert,
  findUsers,
  makeAdmin,
  latest,
  userRows,
  rowOf,
  searchBox,
} from '../harness/administration.ts';
import { inDatabase } from '../harness/database.ts';
import { refusedCall } from '../harness/faults.ts';
import { Person } from '../harness/person.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

const ageSession = ({ uid }: Person, minutes: number) =>
  inDatabase(
    `UPDATE sessions SET created_at = now() - interval '1 minute' * $2, proved_at = NULL WHERE uid = $1`,
    [uid, minutes],
  );
const passwordDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirmá que sos vos' });
const confirmButton = (page: Page) => page.getByRole('button', { name: 'Confirmar que sos vos' });

async function reAuthenticate(page: Page): Promise<void> {
  await passwordDialog(page).getByRole('textbox', { name: 'Contraseña', exact: true }).fill(Person.password);
  await passwordDialog(page).getByRole('button', { name: 'Confirmar' }).click();
  await expect(passwordDialog(page)).toHaveCount(0);
}

test('an hour after the sign-in the dashboard is shown, and the users only after the password', async ({
  join,
}) => {
  const admin = await join('Porota Lenta');
  const other = await join('Hilda Lizarazu');
  const { post: latestPost } = await other.command('publishPost', { text: 'Qué tarde la de hoy' });
  await makeAdmin(admin);
  await ageSession(admin, 61);
  const { page } = admin;
  await page.goto('/admin');
  await expect(passwordDialog(page)).toBeVisible();
  await expect(page.getByText(/^\d+ usuarios$/)).toBeVisible();
  await expect(latest(page, latestPost.text)).toBeVisible();
  await passwordDialog(page).getByRole('button', { name: 'Cancelar' }).click();

  // After a refusal nothing asks again by itself.
  const users = page.getByRole('region', { name: 'Usuarios' });
  await expect(users.getByText('Para ver esto, confirmá que sos vos.')).toBeVisible();
  await findUsers(page, other.email);
  await expect(confirmButton(page)).toHaveCount(1);
  await expect(passwordDialog(page)).toHaveCount(0);
  await expect(searchBox(page)).toHaveValue(other.email);
  await confirmButton(page).click();
  await reAuthenticate(page);
  await expect(rowOf(page, other.email)).toContainText('Hilda Lizarazu');
  await expect(searchBox(page)).toHaveValue(other.email);
  await expect(confirmButton(page)).toHaveCount(0);

  // The next visit asks again, and the list continues.
  await page.goto('/feed');
  await ageSession(admin, 61);
  await page.getByRole('link', { name: 'Administración' }).click();
  await reAuthenticate(page);
  const rows = userRows(page);
  await expect(rows.first()).toBeVisible();
});

test('twelve hours after the sign-in one dialog unlocks the whole administration', async ({ join }) => {
  const admin = await join('Doce Horas');
  await makeAdmin(admin);
  await ageSession(admin, 12 * 60 + 1);
  const { page } = admin;
  await page.goto('/admin');
  await passwordDialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(confirmButton(page)).toHaveCount(2);
  await expect(passwordDialog(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Panel de anuncios' }).click();
  await passwordDialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await page.getByLabel('Título').fill('Se vende bombo');
  await confirmButton(page).click();
  await reAuthenticate(page);
  await expect(confirmButton(page)).toHaveCount(0);
  await expect(page.getByLabel('Título')).toHaveValue('Se vende bombo');
  await page.getByLabel('Título').fill('');
  await page.getByRole('link', { name: 'Volver a Administración' }).click();
  await expect(page.getByText(/^\d+ usuarios$/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Usuarios' })).toBeVisible();
  await expect(confirmButton(page)).toHaveCount(0);
  await expect(passwordDialog(page)).toHaveCount(0);
});

test('an hour after the sign-in the reports are shown only after the password', async ({ join }) => {
  const admin = await join('Reporte Tardío');
  const reader = await join('Lectora Atenta');
  const author = await join('Autor Picante');
  const { post: bad } = await author.command('publishPost', { text: 'Esto no se dice' });
  await reader.command('reportContent', { postId: bad.id, reason: 'spam' });
  await makeAdmin(admin);
  await ageSession(admin, 61);
  const { page } = admin;
  await page.goto('/admin/reportes');
  await reAuthenticate(page);
  await expect(page.getByRole('article').filter({ hasText: 'Autor Picante' })).toContainText(
    'Lectora Atenta',
  );
});

test('loading more users after an hour asks for the password, then continues', async ({ join }) => {
  const admin = await join('Lista Larga');
  await makeAdmin(admin);
  await addOldUsers('Otra de a veinte');
  const { page } = admin;
  await page.goto('/admin');
  const rows = userRows(page);
  await expect(rows).toHaveCount(20);
  await ageSession(admin, 61);
  await page.getByRole('button', { name: 'Cargar más' }).click();
  await reAuthenticate(page);
  await expect.poll(() => rows.count()).toBeGreaterThan(20);
  await inDatabase("DELETE FROM users WHERE display_name LIKE 'Otra de a veinte %'", []);
});

test('an hour after the sign-in a command asks for the password first', async ({ join }) => {
  const admin = await join('Hora Cumplida');
  const other = await join('Ramona Galarza');
  await makeAdmin(admin);
  const { page } = admin;
  await page.goto('/admin');
  await findUsers(page, other.email);
  await expect(rowOf(page, other.email)).toBeVisible();
  await ageSession(admin, 61);
  const row = rowOf(page, 'Ramona Galarza');
  const ask = async () => {
    await row.getByRole('button', { name: 'Suspender' }).click();
    await confirmAlert(page, 'Suspender');
  };
  const dialog = passwordDialog(page);
  const password = dialog.getByRole('textbox', { name: 'Contraseña', exact: true });

  await ask();
  await expect(password).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('No se pudo actualizar el estado del usuario.')).toBeVisible();
  await confirmAlert(page, 'Aceptar');
  await expect(row).toContainText('Activo');

  await ask();
  await password.fill('no es esta');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog.getByText('La contraseña no es correcta.')).toBeVisible();
  await password.fill(Person.password);
  await password.press('Enter');
  await expect(row).toContainText('Suspendido');
  await expect(dialog).toHaveCount(0);
  await row.getByRole('button', { name: 'Reactivar' }).click();
  await confirmAlert(page, 'Reactivar');
  await expect(row).toContainText('Activo');
});
