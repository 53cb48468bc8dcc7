import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../harness/accessible.ts';
import { inDatabase } from '../harness/database.ts';
import { hold, mend, refuse, refusedCall } from '../harness/faults.ts';
import { waitForEvents } from '../harness/live.ts';
import { Person } from '../harness/person.ts';
import { composer, post, signIn } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

const grant = ({ uid }: Person) => inDatabase('INSERT INTO admins VALUES ($1, now())', [uid]);
const revoke = ({ uid }: Person) => inDatabase('DELETE FROM admins WHERE uid = $1', [uid]);

const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Usuarios' }).getByRole('row').filter({ hasText: text });
const listed = (page: Page): Locator =>
  page.getByRole('table', { name: 'Usuarios' }).getByRole('row', { name: /Activo|Suspendido/ });
const openLog = (page: Page) => page.getByRole('tab', { name: 'Registro' }).click();
const openPanel = (page: Page) => page.getByRole('tab', { name: 'Panel' }).click();
const latest = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Últimas publicaciones' }).getByRole('article').filter({ hasText: text });
const box = (page: Page) => page.getByRole('searchbox', { name: 'Buscar por @usuario o email' });

async function find(page: Page, q: string): Promise<void> {
  await box(page).fill(q);
  await box(page).press('Enter');
}

async function confirm(page: Page, name: string): Promise<void> {
  const button = page.getByRole('alertdialog').getByRole('button', { name, exact: true });
  await button.click();
  await expect(button).toHaveCount(0);
}

test('newly granted rights apply at the next visit, and revoked rights lead to the feed', async ({
  join,
}) => {
  const admin = await join('Noemí Alan');
  const { page } = admin;
  await page.goto('/admin');
  await expect(page).toHaveURL('/feed');
  const nav = page.getByRole('link', { name: 'Administración' });
  await expect(nav).toHaveCount(0);

  await grant(admin);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Administración', level: 1 })).toBeVisible();
  await expect(page.getByText(/^\d+ usuarios$/)).toBeVisible();
  await expect(page.getByText(/^\d+ publicaci(?:ón|ones)$/)).toBeVisible();
  await page.goto('/feed');
  await nav.click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('link', { name: 'Panel de anuncios' })).toHaveAttribute('href', '/admin/ads');

  await page.goto('/feed');
  await expect(nav).toBeVisible();
  await revoke(admin);
  await nav.click();
  await expect(page).toHaveURL('/feed');
  await expect(nav).toHaveCount(0);

  await grant(admin);
  await page.goto('/admin');
  await expect(page.getByText(/^\d+ usuarios$/)).toBeVisible();
  await revoke(admin);
  await find(page, 'nadie@ejemplo.ar');
  await expect(page).toHaveURL('/feed');
});

test('the list shows twenty users at a time, newest first, and the search finds one user', async ({
  join,
}) => {
  const admin = await join('Vilma Palma');
  await grant(admin);
  const { page } = admin;
  const member = await join('Rosendo Mercado');
  const { handle } = (await member.query('getProfile', {})).profile;
  await page.goto('/admin');
  const rows = listed(page);
  await expect(rowOf(page, 'Rosendo Mercado')).toContainText('Activo');
  const total = Number((await page.getByText(/^\d+ usuarios$/).innerText()).split(' ')[0]);
  const first = Math.min(20, total);
  await expect(rows).toHaveCount(first);

  await find(page, `@${handle.toUpperCase()}`);
  await expect(rows).toHaveCount(0);
  await expect(rowOf(page, member.email)).toContainText(`@${handle}`);
  await find(page, member.email);
  await expect(rowOf(page, member.email)).toHaveCount(1);
  await find(page, handle.slice(0, -1));
  await expect(page.getByText('Usuario no encontrado.')).toBeVisible();
  await page.getByRole('button', { name: 'Ver todos los usuarios' }).click();
  await expect(rows).toHaveCount(first);

  await refuse(page, 'adminFindUser', 'invalid-argument');
  await find(page, 'otra cosa');
  await expect(page.getByText('Error buscando usuario.')).toBeVisible();
  await mend(page, 'adminFindUser');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('Usuario no encontrado.')).toBeVisible();

  // Admins cannot suspend themselves.
  await find(page, admin.email);
  await expect(rowOf(page, 'Vilma Palma')).toContainText('Tu cuenta');
  await expect(rowOf(page, 'Vilma Palma').getByRole('button', { name: 'Suspender' })).toBeDisabled();
});

test('the table of users is filtered by state and sorted by date, and a menu leads to the profile', async ({
  join,
}) => {
  const admin = await join('Filtra Todo');
  await grant(admin);
  // The other journeys' people are in the table too, and those of a first try.
  const badName = `Mala Leche ${test.info().retry}`;
  const goodName = `Buena Gente ${test.info().retry}`;
  const bad = await join(badName);
  await join(goodName);
  await admin.command('adminSetUserSuspended', { targetUid: bad.uid, suspended: true });
  const { page } = admin;
  await page.goto('/admin');
  await expect(rowOf(page, badName)).toContainText('Suspendido');
  const state = page.getByRole('combobox', { name: 'Estado' });
  await state.selectOption('Suspendidos');
  await expect(rowOf(page, badName)).toBeVisible();
  await expect(rowOf(page, goodName)).toHaveCount(0);
  await page.reload();
  await expect(state).toHaveValue('suspendidos');
  await expect(rowOf(page, goodName)).toHaveCount(0);
  await state.selectOption('Activos');
  await expect(rowOf(page, badName)).toHaveCount(0);
  await expect(rowOf(page, goodName)).toBeVisible();

  const since = page.getByRole('columnheader', { name: 'Desde' });
  await expect(since).toHaveAttribute('aria-sort', 'descending');
  await since.getByRole('button').click();
  await expect(since).toHaveAttribute('aria-sort', 'ascending');
  // The site's own accounts are the oldest.
  await expect(listed(page).first()).toContainText('@tablon');
  await since.getByRole('button').click();

  for (const [width, height] of [
    [1280, 900],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(
      page.getByRole('region', { name: 'Usuarios' }).getByText('Activo', { exact: true }).first(),
    ).toBeVisible();
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await state.selectOption('Suspendidos');
  await page.getByRole('button', { name: `Más opciones de ${badName}` }).click();
  await page.getByRole('menuitem', { name: 'Ver perfil' }).click();
  await expect(page).toHaveURL(`/perfil/${bad.uid}`);
});

test('an unnamed operator is reminded in the administration', async ({ join }) => {
  const admin = await join('Sin Operador');
  await grant(admin);
  await admin.page.goto('/admin');
  await expect(admin.page.getByText(/^\d+ usuarios$/)).toBeVisible();
  await expect(admin.page.getByText(/Falta decir quién opera/)).toHaveCount(0);
  await admin.page.route(/api.getSession/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { config: object };
    const config = { ...answer.config, operator: { name: '', email: '', address: '' } };
    await route.fulfill({ response, json: { ...answer, config } });
  });
  await admin.page.reload();
  await expect(admin.page.getByText(/Falta decir quién opera este sitio/)).toBeVisible();
});

test('the button loads more of the list of users', async ({ join }) => {
  const admin = await join('Delia Brass');
  await grant(admin);
  for (let n = 0; n < 21; n++) {
    await inDatabase(
      `INSERT INTO users (uid, display_name, created_at, updated_at) VALUES (gen_random_uuid(), $1, now(), now())`,
      [`De a veinte ${n}`],
    );
  }
  const { page } = admin;
  await page.goto('/admin');
  const rows = listed(page);
  await expect(rows).toHaveCount(20);
  const release = await hold(page, 'adminListUsers');
  const more = page.getByRole('button', { name: 'Cargar más' });
  await more.click();
  await expect(more).toHaveAttribute('aria-busy', 'true');
  release();
  await expect.poll(() => rows.count()).toBeGreaterThan(20);
  const names = await rows.allInnerTexts();
  expect(new Set(names).size).toBe(names.length);
  await inDatabase("DELETE FROM users WHERE display_name LIKE 'De a veinte %'", []);
});

test('a suspension ends an open session but keeps the input, and lifting it restores the user', async ({
  join,
  visitor,
}) => {
  const admin = await join('Sheriff Osuna');
  const rata = await join('Rata Varela');
  const third = await join('Tercera Luna');
  await grant(admin);
  const greeting = `Linda tarde ${third.uid.slice(-8)}`;
  const offer = `Vendo entradas truchas ${rata.uid.slice(-8)}`;
  await third.command('publishPost', { text: greeting });
  const { post: spam } = await rata.command('publishPost', { text: offer });
  await Promise.all([waitForEvents(third.page), third.page.goto('/feed')]);
  await third.page.getByRole('tab', { name: 'Para vos' }).click();
  await expect(post(third.page, offer)).toBeVisible();
  await Promise.all([waitForEvents(rata.page), rata.page.goto('/feed')]);
  await composer(rata.page).fill('Y tengo más para la final');

  const { page } = admin;
  await page.goto('/admin');
  await find(page, rata.email);
  const row = rowOf(page, 'Rata Varela');
  await row.getByRole('button', { name: 'Suspender' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('¿Suspender a @');
  await confirm(page, 'Cancelar');
  await expect(row).toContainText('Activo');
  await row.getByRole('button', { name: 'Suspender' }).click();
  await confirm(page, 'Suspender');
  await expect(row).toContainText('Suspendido');

  // The suspended user learns it at once and keeps the input.
  await expect(rata.page.getByRole('link', { name: 'Ingresar' }).first()).toBeVisible();
  await expect(composer(rata.page)).toHaveValue('Y tengo más para la final');
  const loginPage = await visitor();
  await loginPage.goto('/ingresar');
  await signIn(loginPage, rata.email, Person.password);
  await expect(loginPage.getByText('La cuenta está deshabilitada.')).toBeVisible();

  // Open pages of others drop the suspended user: posts, profile and search no longer know them.
  await expect(post(third.page, offer)).toHaveCount(0);
  await expect(post(third.page, greeting)).toBeVisible();
  await third.page.reload();
  await expect(third.page.getByRole('tab', { name: 'Para vos' })).toBeVisible();
  await third.page.getByRole('tab', { name: 'Para vos' }).click();
  await expect(post(third.page, greeting)).toBeVisible();
  await expect(post(third.page, offer)).toHaveCount(0);
  await third.page.goto(`/p/${spam.id}`);
  await expect(third.page.getByText('Publicación no encontrada.')).toBeVisible();
  await third.page.goto(`/perfil/${rata.uid}`);
  await expect(third.page.getByText('No se encontró el perfil.')).toBeVisible();

  // It survives a reload of the admin's page and is in the audit log.
  await page.reload();
  await expect(row).toContainText('Suspendido');
  // Other admins may act at the same time.
  const log = page.getByRole('region', { name: 'Registro de acciones' }).getByRole('listitem');
  await openLog(page);
  await expect(log.filter({ hasText: /Sheriff Osuna suspendió a @/ }).first()).toBeVisible();
  await openPanel(page);
  await find(page, rata.email);
  await row.getByRole('button', { name: 'Reactivar' }).click();
  await confirm(page, 'Reactivar');
  await expect(row).toContainText('Activo');
  await openLog(page);
  await expect(log.filter({ hasText: /Sheriff Osuna reactivó a @/ }).first()).toBeVisible();

  await third.page.goto(`/p/${spam.id}`);
  await expect(post(third.page, offer)).toBeVisible();
  await signIn(loginPage, rata.email, Person.password);
  await expect(loginPage).toHaveURL('/feed');
});

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
  await grant(admin);
  await ageSession(admin, 61);
  const { page } = admin;
  await page.goto('/admin');
  await expect(passwordDialog(page)).toBeVisible();
  await expect(page.getByText(/^\d+ usuarios$/)).toBeVisible();
  await expect(latest(page, latestPost.text)).toBeVisible();
  await passwordDialog(page).getByRole('button', { name: 'Cancelar' }).click();

  // After a decline the page says so, and nothing asks again by itself.
  const users = page.getByRole('region', { name: 'Usuarios' });
  await expect(users.getByText('Para ver esto, confirmá que sos vos.')).toBeVisible();
  await find(page, other.email);
  await expect(confirmButton(page)).toHaveCount(1);
  await expect(passwordDialog(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue(other.email);
  await confirmButton(page).click();
  await reAuthenticate(page);
  await expect(rowOf(page, other.email)).toContainText('Hilda Lizarazu');
  await expect(box(page)).toHaveValue(other.email);
  await expect(confirmButton(page)).toHaveCount(0);

  // The next visit asks again, and the list goes on where it had stopped.
  await page.goto('/feed');
  await ageSession(admin, 61);
  await page.getByRole('link', { name: 'Administración' }).click();
  await reAuthenticate(page);
  const rows = listed(page);
  await expect(rows.first()).toBeVisible();
});

test('twelve hours after the sign-in one dialog unlocks the whole administration', async ({ join }) => {
  const admin = await join('Doce Horas');
  await grant(admin);
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
  await grant(admin);
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
  await grant(admin);
  for (let n = 0; n < 21; n++) {
    await inDatabase(
      `INSERT INTO users (uid, display_name, created_at, updated_at) VALUES (gen_random_uuid(), $1, now(), now())`,
      [`Otra de a veinte ${n}`],
    );
  }
  const { page } = admin;
  await page.goto('/admin');
  const rows = listed(page);
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
  await grant(admin);
  const { page } = admin;
  await page.goto('/admin');
  await find(page, other.email);
  await expect(rowOf(page, other.email)).toBeVisible();
  await ageSession(admin, 61);
  const row = rowOf(page, 'Ramona Galarza');
  const ask = async () => {
    await row.getByRole('button', { name: 'Suspender' }).click();
    await confirm(page, 'Suspender');
  };
  const dialog = passwordDialog(page);
  const password = dialog.getByRole('textbox', { name: 'Contraseña', exact: true });

  await ask();
  await expect(password).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('No se pudo actualizar el estado del usuario.')).toBeVisible();
  await confirm(page, 'Aceptar');
  await expect(row).toContainText('Activo');

  await ask();
  await password.fill('no es esta');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog.getByText('La contraseña no es correcta.')).toBeVisible();
  await password.fill(Person.password);
  await password.press('Enter');
  await expect(row).toContainText('Suspendido');
  await expect(dialog).toHaveCount(0);
  // Once per hour is enough.
  await row.getByRole('button', { name: 'Reactivar' }).click();
  await confirm(page, 'Reactivar');
  await expect(row).toContainText('Activo');
});

test('a failed suspension is reported and changes nothing', async ({ join }) => {
  const admin = await join('Falla Técnica');
  const other = await join('Zoilo Vega');
  await grant(admin);
  const { page } = admin;
  await page.goto('/admin');
  await find(page, other.email);
  await refuse(page, 'adminSetUserSuspended', 'internal');
  const row = rowOf(page, 'Zoilo Vega');
  await row.getByRole('button', { name: 'Suspender' }).click();
  await confirm(page, 'Suspender');
  await expect(page.getByText('No se pudo actualizar el estado del usuario.')).toBeVisible();
  await confirm(page, 'Aceptar');
  await expect(row).toContainText('Activo');
  await expect(row.getByRole('button', { name: 'Suspender' })).toBeEnabled();
});

test('the latest posts link to their pages and can be deleted for everybody', async ({ join }) => {
  const admin = await join('Poda Fina');
  const author = await join('Boca Floja');
  const reader = await join('Lector Fiel');
  await grant(admin);
  const text = 'Insulto que no va más';
  const { post: bad } = await author.command('publishPost', { text });
  await Promise.all([waitForEvents(reader.page), reader.page.goto(`/p/${bad.id}`)]);
  await expect(post(reader.page, text)).toBeVisible();

  const { page } = admin;
  await page.goto('/admin');
  await latest(page, text).getByRole('link', { name: 'Ver', exact: true }).click();
  await expect(page).toHaveURL(`/p/${bad.id}`);
  await page.goBack();

  await refuse(page, 'adminDeletePost', 'internal');
  await latest(page, text).getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'Eliminar este post? Esta acción no se puede deshacer.',
  );
  await confirm(page, 'Eliminar');
  await expect(page.getByText('No se pudo eliminar el post.')).toBeVisible();
  await confirm(page, 'Aceptar');
  await mend(page, 'adminDeletePost');

  await latest(page, text).getByRole('button', { name: 'Eliminar' }).click();
  await confirm(page, 'Eliminar');
  await expect(latest(page, text)).toHaveCount(0);
  await expect(reader.page.getByText('Publicación no encontrada.')).toBeVisible();
  await openLog(page);
  await expect(
    page.getByRole('region', { name: 'Registro de acciones' }).getByText(text, { exact: false }),
  ).toBeVisible();
  await page.goto(`/p/${bad.id}`);
  await expect(page.getByText('Publicación no encontrada.')).toBeVisible();
});
