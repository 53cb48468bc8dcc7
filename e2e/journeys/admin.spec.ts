import type { Page } from '@playwright/test';

import { expectAccessible } from '../harness/accessible.ts';
import {
  addOldUsers,
  confirmAlert,
  findUsers,
  makeAdmin,
  latest,
  userRows,
  revoke,
  rowOf,
} from '../harness/administration.ts';
import { inDatabase } from '../harness/database.ts';
import { hold, mend, refuse, refusedCall } from '../harness/faults.ts';
import { waitForEvents } from '../harness/live.ts';
import { Person } from '../harness/person.ts';
import { composer, post, signIn } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

const openLog = (page: Page) => page.getByRole('tab', { name: 'Registro' }).click();
const openPanel = (page: Page) => page.getByRole('tab', { name: 'Panel' }).click();

test('newly granted rights apply at the next visit, and revoked rights lead to the feed', async ({
  join,
}) => {
  const admin = await join('Noemí Alan');
  const { page } = admin;
  await page.goto('/admin');
  await expect(page).toHaveURL('/feed');
  const nav = page.getByRole('link', { name: 'Administración' });
  await expect(nav).toHaveCount(0);

  await makeAdmin(admin);
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

  await makeAdmin(admin);
  await page.goto('/admin');
  await expect(page.getByText(/^\d+ usuarios$/)).toBeVisible();
  await revoke(admin);
  await findUsers(page, 'nadie@ejemplo.ar');
  await expect(page).toHaveURL('/feed');
});

test('the list shows twenty users at a time, newest first, and the search finds one user', async ({
  join,
}) => {
  const admin = await join('Vilma Palma');
  await makeAdmin(admin);
  const { page } = admin;
  const member = await join('Rosendo Mercado');
  const { handle } = (await member.query('getProfile', {})).profile;
  await page.goto('/admin');
  const rows = userRows(page);
  await expect(rowOf(page, 'Rosendo Mercado')).toContainText('Activo');
  const total = Number((await page.getByText(/^\d+ usuarios$/).innerText()).split(' ')[0]);
  // Other journeys sign up meanwhile.
  const expectFirstPage = () =>
    expect.poll(async () => rows.count().then((n) => n >= Math.min(20, total) && n <= 20)).toBe(true);
  await expectFirstPage();

  await findUsers(page, `@${handle.toUpperCase()}`);
  await expect(rows).toHaveCount(0);
  await expect(rowOf(page, member.email)).toContainText(`@${handle}`);
  await findUsers(page, member.email);
  await expect(rowOf(page, member.email)).toHaveCount(1);
  await findUsers(page, handle.slice(0, -1));
  await expect(page.getByText('Usuario no encontrado.')).toBeVisible();
  await page.getByRole('button', { name: 'Ver todos los usuarios' }).click();
  await expectFirstPage();

  await refuse(page, 'adminFindUser', 'invalid-argument');
  await findUsers(page, 'otra cosa');
  await expect(page.getByText('Error buscando usuario.')).toBeVisible();
  await mend(page, 'adminFindUser');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('Usuario no encontrado.')).toBeVisible();

  // Admins cannot suspend themselves.
  await findUsers(page, admin.email);
  await expect(rowOf(page, 'Vilma Palma')).toContainText('Tu cuenta');
  await expect(rowOf(page, 'Vilma Palma').getByRole('button', { name: 'Suspender' })).toBeDisabled();
});

test('the table of users is filtered by state and sorted by date, and a menu leads to the profile', async ({
  join,
}) => {
  const admin = await join('Filtra Todo');
  await makeAdmin(admin);
  // The table also has the people of other journeys, and of a first try of this one.
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
  await expect(userRows(page).first()).toContainText('@tablon');
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
  await makeAdmin(admin);
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
  await makeAdmin(admin);
  await addOldUsers('De a veinte');
  const { page } = admin;
  await page.goto('/admin');
  const rows = userRows(page);
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
  await makeAdmin(admin);
  const greeting = `Linda tarde ${third.uid.slice(-8)}`;
  const offer = `Vendo entradas truchas ${rata.uid.slice(-8)}`;
  await third.command('publishPost', { text: greeting });
  const { post: spam } = await rata.command('publishPost', { text: offer });
  await third.command('followUser', { targetUid: rata.uid });
  await Promise.all([waitForEvents(third.page), third.page.goto('/feed')]);
  await expect(post(third.page, offer)).toBeVisible();
  await Promise.all([waitForEvents(rata.page), rata.page.goto('/feed')]);
  await composer(rata.page).fill('Y tengo más para la final');

  const { page } = admin;
  await page.goto('/admin');
  await findUsers(page, rata.email);
  const row = rowOf(page, 'Rata Varela');
  await row.getByRole('button', { name: 'Suspender' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('¿Suspender a @');
  await confirmAlert(page, 'Cancelar');
  await expect(row).toContainText('Activo');
  await row.getByRole('button', { name: 'Suspender' }).click();
  await confirmAlert(page, 'Suspender');
  await expect(row).toContainText('Suspendido');

  // The suspended user is told at once and keeps the input.
  await expect(rata.page.getByRole('link', { name: 'Ingresar' }).first()).toBeVisible();
  await expect(composer(rata.page)).toHaveValue('Y tengo más para la final');
  const loginPage = await visitor();
  await loginPage.goto('/ingresar');
  await signIn(loginPage, rata.email, Person.password);
  await expect(loginPage.getByText('La cuenta está deshabilitada.')).toBeVisible();

  // Open pages of others drop the suspended user's posts and profile, and search no longer finds them.
  await expect(post(third.page, offer)).toHaveCount(0);
  await expect(post(third.page, greeting)).toBeVisible();
  await third.page.reload();
  await expect(post(third.page, greeting)).toBeVisible();
  await expect(post(third.page, offer)).toHaveCount(0);
  await third.page.goto(`/p/${spam.id}`);
  await expect(third.page.getByText('Publicación no encontrada.')).toBeVisible();
  await third.page.goto(`/perfil/${rata.uid}`);
  await expect(third.page.getByText('No se encontró el perfil.')).toBeVisible();

  // Before a reactivation, the admin can read the posts that it would restore.
  const mark = page.getByRole('main').getByText('Cuenta suspendida', { exact: true });
  await row.getByRole('link', { name: 'Rata Varela' }).click();
  await expect(mark).toBeVisible();
  await post(page, offer).locator('time').click();
  await expect(page).toHaveURL(`/p/${spam.id}`);
  await expect(mark).toBeVisible();
  await expect(page.getByText('Todavía no hay comentarios.')).toBeVisible();
  await expect(page.getByLabel('Escribí un comentario')).toHaveCount(0);
  await page.goto('/admin');
  await findUsers(page, rata.email);

  // It survives a reload of the admin's page and is in the audit log.
  await page.reload();
  await expect(row).toContainText('Suspendido');
  // Other admins may act at the same time.
  const log = page.getByRole('region', { name: 'Registro de acciones' }).getByRole('listitem');
  await openLog(page);
  await expect(log.filter({ hasText: /Sheriff Osuna suspendió a @/ }).first()).toBeVisible();
  await openPanel(page);
  await findUsers(page, rata.email);
  await row.getByRole('button', { name: 'Reactivar' }).click();
  await confirmAlert(page, 'Reactivar');
  await expect(row).toContainText('Activo');
  await openLog(page);
  await expect(log.filter({ hasText: /Sheriff Osuna reactivó a @/ }).first()).toBeVisible();

  await third.page.goto(`/p/${spam.id}`);
  await expect(post(third.page, offer)).toBeVisible();
  await signIn(loginPage, rata.email, Person.password);
  await expect(loginPage).toHaveURL('/feed');
});

test('a failed suspension is reported and changes nothing', async ({ join }) => {
  const admin = await join('Falla Técnica');
  const other = await join('Zoilo Vega');
  await makeAdmin(admin);
  const { page } = admin;
  await page.goto('/admin');
  await findUsers(page, other.email);
  await refuse(page, 'adminSetUserSuspended', 'internal');
  const row = rowOf(page, 'Zoilo Vega');
  await row.getByRole('button', { name: 'Suspender' }).click();
  await confirmAlert(page, 'Suspender');
  await expect(page.getByText('No se pudo actualizar el estado del usuario.')).toBeVisible();
  await confirmAlert(page, 'Aceptar');
  await expect(row).toContainText('Activo');
  await expect(row.getByRole('button', { name: 'Suspender' })).toBeEnabled();
});

test('the latest posts link to their pages and can be deleted for everybody', async ({ join }) => {
  const admin = await join('Poda Fina');
  const author = await join('Boca Floja');
  const reader = await join('Lector Fiel');
  await makeAdmin(admin);
  const text = 'Insulto que no va más';
  const { post: bad } = await author.command('publishPost', { text });
  // A block does not keep admins from moderating.
  await author.command('blockUser', { targetUid: admin.uid });
  await Promise.all([waitForEvents(reader.page), reader.page.goto(`/p/${bad.id}`)]);
  await expect(post(reader.page, text)).toBeVisible();

  const { page } = admin;
  await page.goto('/admin');
  await latest(page, text).getByRole('link', { name: 'Ver', exact: true }).click();
  await expect(page).toHaveURL(`/p/${bad.id}`);
  await expect(post(page, text)).toBeVisible();
  await page.goBack();

  await refuse(page, 'adminDeletePost', 'internal');
  await latest(page, text).getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'Eliminar este post? Esta acción no se puede deshacer.',
  );
  await confirmAlert(page, 'Eliminar');
  await expect(page.getByText('No se pudo eliminar el post.')).toBeVisible();
  await confirmAlert(page, 'Aceptar');
  await mend(page, 'adminDeletePost');

  await latest(page, text).getByRole('button', { name: 'Eliminar' }).click();
  await confirmAlert(page, 'Eliminar');
  await expect(latest(page, text)).toHaveCount(0);
  await expect(reader.page.getByText('Publicación no encontrada.')).toBeVisible();
  await openLog(page);
  await expect(
    page.getByRole('region', { name: 'Registro de acciones' }).getByText(text, { exact: false }),
  ).toBeVisible();
  await page.goto(`/p/${bad.id}`);
  await expect(page.getByText('Publicación no encontrada.')).toBeVisible();
});
