import type { Locator, Page } from '@playwright/test';

import { makeAdmin } from '../harness/administration.ts';
import { cutOff, hold, mend, refusedCall } from '../harness/faults.ts';
import { post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

const thanks = 'Gracias por avisarnos.';

async function choose(page: Page, item: Locator, name: string): Promise<void> {
  await item.getByRole('button', { name: /^Más opciones de / }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

function report(page: Page, words: string) {
  return page.getByRole('list', { name: 'Reportes' }).getByRole('article').filter({ hasText: words });
}

test('a reported post, reported again, is answered as under review', async ({ join }) => {
  const author = await join('Barra Brava');
  const { page } = await join('Hincha Atenta');
  const { post: newPost } = await author.command('publishPost', { text: 'Los espero a la salida' });
  await page.goto(`/p/${newPost.id}`);
  const card = post(page, 'Los espero a la salida');
  await expect(card.getByRole('button', { name: 'Opciones', exact: true })).toHaveCount(0);
  await choose(page, card, 'Reportar');

  const dialog = page.getByRole('dialog', { name: 'Reportar publicación' });
  await expect(dialog.getByRole('radio')).toHaveCount(11);
  await dialog.getByRole('button', { name: 'Enviar reporte' }).click();
  await expect(dialog.getByText('Elegí un motivo.')).toBeVisible();
  await expect(dialog.getByRole('radiogroup', { name: 'Motivo' })).toBeFocused();
  await dialog.getByRole('radio', { name: /^Discriminación/ }).check();
  await expect(dialog.getByText('llamá primero al 911')).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'Violencia o amenazas' }).check();
  await expect(dialog.getByText('llamá primero al 911')).toBeVisible();
  await dialog.getByLabel('Contanos más (opcional)').fill('Es una amenaza');
  await expect(dialog.getByText('14/1000')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enviar reporte' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(thanks);
  await page.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await choose(page, card, 'Reportar');
  await dialog.getByRole('radio', { name: 'Acoso' }).check();
  await dialog.getByRole('button', { name: 'Enviar reporte' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Ya lo habías reportado.');

  await author.page.goto(`/p/${newPost.id}`);
  const own = post(author.page, 'Los espero a la salida');
  await expect(own.getByRole('button', { name: 'Opciones', exact: true })).toBeVisible();
  await expect(own.getByRole('button', { name: /^Más opciones/ })).toHaveCount(0);
});

test('a comment and a profile are reported in place, by keyboard alone', async ({ join }) => {
  const author = await join('Trol De Turno');
  const fan = await join('Con Teclado');
  const { post: newPost } = await fan.command('publishPost', { text: 'Ganamos' });
  await author.command('addComment', { postId: newPost.id, text: 'Volvete a tu país' });
  await fan.command('addComment', { postId: newPost.id, text: 'Lo mío' });
  const { page } = fan;
  await page.goto(`/p/${newPost.id}`);
  const comment = page.getByRole('listitem').filter({ hasText: 'Volvete a tu país' });
  const own = page.getByRole('listitem').filter({ hasText: 'Lo mío' });
  await expect(own.getByRole('button', { name: /^Más opciones/ })).toHaveCount(0);
  const more = comment.getByRole('button', { name: 'Más opciones de Trol De Turno' });
  await more.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Copiar enlace' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reportar comentario' });
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /^Discriminación/ })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText(thanks);
  await page.keyboard.press('Enter');
  await expect(more).toBeFocused();

  await page.goto(`/perfil/${author.uid}`);
  await page.getByRole('button', { name: 'Más opciones', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Reportar' }).click();
  const ofProfile = page.getByRole('dialog', { name: 'Reportar perfil' });
  await ofProfile.getByRole('radio', { name: 'Suplantación de identidad' }).check();
  await ofProfile.getByRole('button', { name: 'Enviar reporte' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(thanks);
});

test.describe('when something fails', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('a report keeps its input until it is sent', async ({ join }) => {
    const author = await join('Autor Del Medio');
    const { page } = await join('Sin Señal');
    const { post: newPost } = await author.command('publishPost', { text: 'Algo feo' });
    await page.goto(`/p/${newPost.id}`);
    await choose(page, post(page, 'Algo feo'), 'Reportar');
    const dialog = page.getByRole('dialog', { name: 'Reportar publicación' });
    await dialog.getByRole('radio', { name: 'Acoso' }).check();
    await dialog.getByLabel('Contanos más (opcional)').fill('Lo sigue a todos lados');
    await cutOff(page, 'reportContent');
    await dialog.getByRole('button', { name: 'Enviar reporte' }).click();
    await expect(dialog.getByRole('alert')).toContainText('No se pudo enviar el reporte');
    await expect(dialog.getByLabel('Contanos más (opcional)')).toHaveValue('Lo sigue a todos lados');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
    await mend(page, 'reportContent');
    await dialog.getByRole('button', { name: 'Enviar reporte' }).click();
    await expect(page.getByRole('alertdialog')).toContainText(thanks);
  });

  test('Escape closes neither a report that is being sent nor one whose writer wants to keep it', async ({
    join,
  }) => {
    const author = await join('Autora Atenta');
    const { page } = await join('Dedos Rápidos');
    const { post: newPost } = await author.command('publishPost', { text: 'Algo que reportar' });
    await page.goto(`/p/${newPost.id}`);
    await choose(page, post(page, 'Algo que reportar'), 'Reportar');
    const dialog = page.getByRole('dialog', { name: 'Reportar publicación' });
    const note = dialog.getByLabel('Contanos más (opcional)');
    await dialog.getByRole('radio', { name: 'Acoso' }).check();
    await note.fill('Lo sigue a todos lados');

    await cutOff(page, 'reportContent');
    const release = await hold(page, 'reportContent');
    await dialog.getByRole('button', { name: 'Enviar reporte' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    release();
    await expect(dialog.getByRole('alert')).toContainText('No se pudo enviar el reporte');
    await expect(note).toHaveValue('Lo sigue a todos lados');

    // The second one answers the question, the third one asks it again.
    for (let time = 0; time < 3; time++) await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
    await expect(note).toHaveValue('Lo sigue a todos lados');
  });

  test('the public form keeps what is typed when the session is known only then', async ({ join }) => {
    const { page } = await join('Formulario Temprano');
    const release = await hold(page, 'getSession');
    await page.goto('/reportar');
    await page.getByLabel('Dirección').fill('https://tablon.example/p/1');
    await page.getByLabel('Contanos más (opcional)').fill('Me copió la foto');
    release();
    await expect(page.getByRole('button', { name: /^Notificaciones/ }).first()).toBeVisible();
    await expect(page.getByLabel('Dirección')).toHaveValue('https://tablon.example/p/1');
    await expect(page.getByLabel('Contanos más (opcional)')).toHaveValue('Me copió la foto');
  });

  test('the public form reports what is wrong with an address, and accepts a good one', async ({
    page,
    join,
  }) => {
    const author = await join('Autora Pública');
    const { post: newPost } = await author.command('publishPost', { text: 'Una foto ajena' });
    await page.goto('/ingresar');
    await page.getByRole('link', { name: 'Reportar contenido' }).click();
    await expect(page.getByRole('heading', { name: 'Reportar contenido', level: 1 })).toBeVisible();
    const send = page.getByRole('button', { name: 'Enviar reporte' });
    await page.getByLabel('Dirección').fill('https://otro.example/p/1');
    await page.getByLabel('Email (opcional)').fill('nadie');
    await send.click();
    await expect(page.getByText('Pegá la dirección de una publicación o de un perfil')).toBeVisible();
    await expect(page.getByText('Elegí un motivo.')).toBeVisible();
    await expect(page.getByText('El email no es válido.')).toBeVisible();
    await expect(page.getByLabel('Dirección')).toBeFocused();

    await page.getByRole('radio', { name: 'Derechos de autor' }).check();
    await page.getByLabel('Contanos más (opcional)').fill('La saqué yo');
    await page.getByRole('link', { name: 'Volver a ingresar' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByLabel('Contanos más (opcional)')).toHaveValue('La saqué yo');
    await page.getByLabel('Email (opcional)').fill('vecina@example.com');
    await page.getByLabel('Dirección').fill(new URL('/p/nada', page.url()).href);
    await send.click();
    await expect(page.getByText('En esa dirección no hay nada publicado.')).toBeVisible();
    await page.getByLabel('Dirección').fill(new URL(`/p/${newPost.id}`, page.url()).href);
    await send.click();
    await expect(page.getByRole('heading', { name: 'Reporte recibido' })).toBeVisible();
    await expect(page.getByText(thanks)).toBeFocused();

    const admin = await join('Jefa Del Derecho');
    await makeAdmin(admin);
    await admin.page.goto('/admin/reportes');
    const entry = report(admin.page, 'Una foto ajena');
    await expect(entry).toContainText('Derechos de autor');
    await entry.getByText('Quién lo reportó').click();
    await expect(entry).toContainText('Alguien sin cuenta');
    await expect(entry.getByRole('link', { name: 'vecina@example.com' })).toBeVisible();
    await expect(entry).toContainText('La saqué yo');
  });

  test('of two admins who decide at once, the second sees the first decision', async ({ join }) => {
    const author = await join('Discutido');
    const fan = await join('Denunciante');
    const [first, second] = [await join('Ana Primera'), await join('Beto Segundo')];
    const { post: newPost } = await author.command('publishPost', { text: 'Dudoso pero legal' });
    await fan.command('reportContent', { postId: newPost.id, reason: 'other' });
    for (const admin of [first, second]) {
      await makeAdmin(admin);
      await admin.page.goto('/admin/reportes');
      await expect(report(admin.page, 'Dudoso pero legal')).toBeVisible();
    }
    const entry = report(first.page, 'Dudoso pero legal');
    await entry.getByLabel('Nota').fill('Es una opinión');
    await entry.getByRole('button', { name: 'Sin medidas' }).click();
    await expect(entry).toContainText('Ana Primera lo resolvió sin medidas');
    await report(second.page, 'Dudoso pero legal').getByRole('button', { name: 'Con medidas' }).click();
    const alert = second.page.getByRole('alertdialog');
    await expect(alert).toContainText('Ya lo resolvió Ana Primera: sin medidas.');
    await alert.getByRole('button', { name: 'Aceptar' }).click();
    await expect(report(second.page, 'Dudoso pero legal')).toHaveCount(0);
    await second.page.getByLabel('Mostrar').selectOption({ label: 'Sin medidas' });
    const decided = report(second.page, 'Dudoso pero legal');
    await expect(decided).toContainText('Ana Primera lo resolvió sin medidas');
    await expect(decided).toContainText('Es una opinión');
    await expect(decided.getByRole('button', { name: 'Con medidas' })).toHaveCount(0);
  });
});

test('an admin claims a report, deletes the post, suspends its author and decides', async ({ join }) => {
  const author = await join('Reincidente Total');
  const fans = [await join('Testigo Uno'), await join('Testigo Dos')];
  const { post: newPost } = await author.command('publishPost', { text: 'Muerte a los otros' });
  for (const fan of fans) {
    await fan.command('reportContent', { postId: newPost.id, reason: 'violence', note: 'Miren esto' });
  }
  const admin = await join('Jefa De Guardia');
  await makeAdmin(admin);
  const { page } = admin;
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Reportes \(\d+\)$/ }).click();
  await expect(page).toHaveURL('/admin/reportes');
  const entry = report(page, 'Muerte a los otros');
  await expect(entry).toContainText('Lo reportaron 2 personas');
  await expect(entry).toContainText('Violencia o amenazas × 2');
  await entry.getByLabel('Nota').fill('La miro yo');
  await entry.getByRole('button', { name: 'Tomar' }).click();
  await expect(entry).toContainText('Jefa De Guardia lo tomó');
  await expect(entry.getByLabel('Nota')).toHaveValue('');

  await entry.getByRole('button', { name: 'Eliminar post' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(entry).toContainText('El post ya no está.');
  await entry.getByRole('button', { name: 'Suspender' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspender' }).click();
  await expect(entry).toContainText('La cuenta está suspendida.');
  await entry.getByRole('button', { name: 'Con medidas' }).click();
  await expect(entry).toContainText('lo resolvió con medidas');

  await page.goto('/admin/reportes?estado=upheld');
  const claimedReport = report(page, 'Muerte a los otros');
  await expect(claimedReport).toContainText('El post ya no está.');
  await expect(claimedReport).toContainText('La cuenta está suspendida.');
  await expect(claimedReport.getByRole('list', { name: 'Historial' }).getByRole('listitem')).toHaveCount(2);
  await claimedReport.getByRole('button', { name: 'Reactivar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivar' }).click();
  await expect(claimedReport.getByRole('button', { name: 'Suspender' })).toBeVisible();

  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Registro' }).click();
  const log = page.getByRole('list', { name: 'Registro de acciones' });
  await expect(log).toContainText('resolvió el reporte de');
  await expect(log).toContainText('(post): con medidas');
});

test('on a phone a question about a long name keeps its buttons on the screen, and returns the focus', async ({
  join,
}) => {
  const author = await join('W'.repeat(40));
  const fan = await join('Testigo Largo');
  const { post: newPost } = await author.command('publishPost', { text: 'Nombre sin espacios' });
  await fan.command('reportContent', { postId: newPost.id, reason: 'other' });
  const admin = await join('Jefa De Bolsillo');
  await makeAdmin(admin);
  const { page } = admin;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin/reportes');
  const entry = report(page, 'Nombre sin espacios');
  await entry.getByRole('button', { name: 'Suspender' }).press('Enter');
  const question = page.getByRole('alertdialog');
  for (const name of ['Cancelar', 'Suspender'])
    await expect(question.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  expect(await question.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  await question.getByRole('button', { name: 'Suspender' }).press('Enter');
  await expect(entry.getByRole('button', { name: 'Reactivar' })).toBeFocused();
});

test('an admin deletes a reported comment, and another one in its thread', async ({ join }) => {
  const author = await join('Comentarista');
  const host = await join('Dueña Del Post');
  const { post: newPost } = await host.command('publishPost', { text: 'Hola a todas' });
  const { comment } = await author.command('addComment', { postId: newPost.id, text: 'Andá a lavar' });
  await host.command('reportContent', { postId: newPost.id, commentId: comment.id, reason: 'harassment' });
  const admin = await join('Jefa De Comentarios');
  await makeAdmin(admin);
  const { page } = admin;
  await page.goto('/admin/reportes');
  const entry = report(page, 'Andá a lavar');
  await entry.getByRole('button', { name: 'Eliminar comentario' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(entry).toContainText('El comentario ya no está.');
  await author.command('addComment', { postId: newPost.id, text: 'Otra vez yo' });
  await page.goto(`/p/${newPost.id}`);
  await page.getByRole('button', { name: 'Eliminar comentario' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Otra vez yo')).toHaveCount(0);
  await host.page.goto(`/p/${newPost.id}`);
  await expect(post(host.page, 'Hola a todas')).toBeVisible();
  await expect(host.page.getByText('Todavía no hay comentarios.')).toBeVisible();
});

test('a fan cannot open the report queue', async ({ join }) => {
  const { page } = await join('Curioso');
  await page.goto('/admin/reportes');
  await expect(page).toHaveURL('/feed');
});
