import { expectAccessible } from '../harness/accessible.ts';
import { attachedFile, chooseFile, publishButton, typeWithoutPause } from '../harness/composing.ts';
import { cutOff, hold, mend, refuse, refusedCall } from '../harness/faults.ts';
import { layoutShift, recordShifts } from '../harness/layout-shifts.ts';
import type { Person } from '../harness/person.ts';
import { picture } from '../harness/pictures.ts';
import { composer, likeButton, post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

test('Publicar is enabled by content: a link, a file or a poll with two options need no text', async ({
  join,
}) => {
  const { page } = await join('Todo Sirve');
  await page.goto('/feed');
  const publish = publishButton(page);
  await expect(publish).toBeDisabled();

  await page.getByRole('button', { name: 'Enlace', exact: true }).click();
  await page.getByLabel('Enlace').fill('www.ole.com.ar');
  await expect(publish).toBeEnabled();
  await page.getByRole('button', { name: 'Quitar enlace' }).click();
  await expect(publish).toBeDisabled();

  await page.getByRole('button', { name: 'Encuesta' }).click();
  await page.getByRole('textbox', { name: 'Opción 1' }).fill('Sí');
  await page.getByRole('textbox', { name: 'Opción 2' }).fill('   ');
  await expect(publish).toBeDisabled();
  await page.getByRole('textbox', { name: 'Opción 2' }).press('Control+Enter');
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Opción 2' }).fill('No');
  await expect(publish).toBeEnabled();
  await page.getByRole('button', { name: 'Encuesta' }).click();
  await expect(publish).toBeDisabled();
  await page.getByRole('button', { name: 'Encuesta' }).click();
  await expect(page.getByRole('textbox', { name: 'Opción 2' })).toHaveValue('No');
  await page.getByRole('button', { name: 'Encuesta' }).click();

  await chooseFile(page, await photo());
  await expect(publish).toBeEnabled();
});

test('a post combines a text, a link, an image and a poll', async ({ join }) => {
  const fan = await join('Completa Total');
  const { page } = fan;
  await page.goto('/feed');
  await writeAll(page);
  const release = await hold(page, 'publishPost');
  await page.getByRole('textbox', { name: 'Opción 2' }).press('Control+Enter');
  const card = post(page, '¿Gana hoy?');
  await expect(card.getByRole('img')).toBeVisible();
  await expect(card.getByRole('link', { name: /ole\.com\.ar/ })).toBeVisible();
  await expect(card.getByRole('button', { name: /^Sí/ })).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  await expect(publishButton(page)).toBeDisabled();
  release();
  await expect(likeButton(card)).toBeEnabled();

  const newestPost = await newest(fan);
  expect(newestPost).toMatchObject({
    text: '¿Gana hoy?',
    link: 'https://ole.com.ar',
    media: { type: 'image', width: 300, height: 200 },
    poll: { options: { a: { text: 'Sí', votes: 0 }, b: { text: 'No', votes: 0 } }, order: ['a', 'b'] },
  });
  await page.reload();
  await expect(post(page, '¿Gana hoy?')).toHaveCount(1);
  await expect(composer(page)).toHaveValue('');
  await expect(attachedFile(page)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Opción 1' })).toHaveCount(0);
});

test('a full draft survives a reload, and its space is reserved while it loads', async ({ join }) => {
  const { page, publishMany } = await join('Memoria Larga');
  await publishMany(3, 'Abajo');
  await page.goto('/feed');
  await writeAll(page);
  await page.getByLabel('Duración').selectOption('7 días');
  await recordShifts(page);
  await page.reload();
  await expectFullDraft(page);
  await expect(page.getByLabel('Duración')).toHaveValue('10080');
  await expect(post(page, 'Abajo 1')).toBeVisible();
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
});

test('the composer works by keyboard and has no accessibility violations', async ({ join }) => {
  const { page } = await join('Con Teclado');
  await page.goto('/feed');
  await writeAll(page);
  await page.getByRole('button', { name: '+ Opción' }).click();
  await chooseFile(page, { name: 'mal.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('mal') });
  await expect(page.getByText('No se pudo procesar la imagen.')).toBeVisible();
  await expectAccessible(page);
});

test.describe('a poll', () => {
  test('a poll has two to four options of eighty characters', async ({ join }) => {
    const { page } = await join('Encuestada');
    await page.goto('/feed');
    await page.getByRole('button', { name: 'Encuesta' }).click();
    const options = page.getByRole('textbox', { name: /^Opción \d$/ });
    const add = page.getByRole('button', { name: '+ Opción' });
    const remove = page.getByRole('button', { name: /^Quitar opción/ });
    await expect(options).toHaveCount(2);
    await expect(options.first()).toBeFocused();
    await expect(options.first()).toHaveAttribute('placeholder', 'Opción 1');
    await expect(remove).toHaveCount(0);
    await add.click();
    await expect(options.nth(2)).toBeFocused();
    await add.click();
    await expect(options).toHaveCount(4);
    await expect(add).toBeDisabled();
    await expect(remove).toHaveCount(4);

    await page.getByLabel('Opción 4').fill('Cuarta');
    await page.getByRole('button', { name: 'Quitar opción 3' }).click();
    await expect(options).toHaveCount(3);
    await expect(options.nth(2)).toHaveValue('Cuarta');
    await page.getByRole('button', { name: 'Quitar opción 1' }).click();
    await expect(remove).toHaveCount(0);

    await options.first().pressSequentially('x'.repeat(81));
    await expect(options.first()).toHaveValue('x'.repeat(80));
    await options.first().fill('');
    await page.keyboard.insertText('⚽'.repeat(81));
    await expect(options.first()).toHaveValue('⚽'.repeat(80));
  });

  for (const [label, minutes] of [
    ['24 horas', 1440],
    ['3 días', 4320],
    ['7 días', 10_080],
  ] as const) {
    test(`a poll is open for ${label}, and its empty options are dropped`, async ({ join }) => {
      const fan = await join('Plazo Fijo');
      const { page } = fan;
      await page.goto('/feed');
      await page.getByRole('button', { name: 'Encuesta' }).click();
      const duration = page.getByLabel('Duración');
      await expect(duration).toHaveValue('1440');
      await duration.selectOption(label);
      await page.getByRole('button', { name: '+ Opción' }).click();
      await expect(page.getByRole('textbox', { name: 'Opción 3' })).toBeFocused();
      await page.getByRole('button', { name: '+ Opción' }).click();
      // It takes the focus in the next frame, and would take the text of another field with it.
      await expect(page.getByRole('textbox', { name: 'Opción 4' })).toBeFocused();
      await page.getByRole('textbox', { name: 'Opción 2' }).fill('Boca');
      await page.getByRole('textbox', { name: 'Opción 4' }).fill('River');
      await publishButton(page).click();
      await expect.poll(async () => (await newest(fan))?.poll?.order).toEqual(['a', 'b']);
      const { poll, createdAt } = (await newest(fan))!;
      expect(poll?.options).toMatchObject({ a: { text: 'Boca' }, b: { text: 'River' } });
      expect(Date.parse(poll?.closesAt ?? '') - Date.parse(createdAt)).toBe(minutes * 60_000);
    });
  }
});

test.describe('a link', () => {
  test('a link shows its preview after a pause in typing, or its address without one', async ({ join }) => {
    const fan = await join('Previa Larga');
    const { page } = fan;
    const previewedUrls: string[] = [];
    await page.route(/\/api\/linkPreview\?/, (route) => {
      previewedUrls.push(new URL(route.request().url()).searchParams.get('url') ?? '');
      const preview = { title: 'Ganó el rojo', description: 'Dos a cero', image: null, site: 'Ejemplo' };
      return route.fulfill({ json: preview });
    });
    await page.goto('/feed');
    await page.getByRole('button', { name: 'Enlace', exact: true }).click();
    const link = page.getByRole('textbox', { name: 'Enlace' });
    await expect(link).toBeFocused();
    await typeWithoutPause(link, 'ejemplo.invalid/nota');
    const form = page.locator('main form');
    await expect(form.getByRole('link', { name: /Ganó el rojo/ })).toBeVisible();
    expect(previewedUrls).toEqual(['https://ejemplo.invalid/nota']);
    await publishButton(page).click();
    await expect
      .poll(async () => (await newest(fan))?.linkPreview)
      .toMatchObject({ title: 'Ganó el rojo', description: 'Dos a cero' });

    await refuse(page, 'linkPreview', 'internal');
    await page.getByRole('button', { name: 'Enlace', exact: true }).click();
    await link.fill('otro.invalid/nota');
    await expect(form.getByRole('link', { name: /otro\.invalid/ })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(publishButton(page)).toBeEnabled();
  });

  test('a link in the text is offered as the post’s link', async ({ join }) => {
    const { page } = await join('Toca Y Va');
    await page.goto('/feed');
    await composer(page).fill('Miren https://www.ejemplo.invalid/nota. Tremendo');
    await page.getByRole('button', { name: 'Usar ejemplo.invalid como enlace' }).click();
    const link = page.getByRole('textbox', { name: 'Enlace' });
    await expect(link).toHaveValue('https://www.ejemplo.invalid/nota');
    await expect(page.getByRole('button', { name: /^Usar/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Quitar enlace' }).click();
    await expect(link).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Usar/ })).toBeVisible();
  });
});

test('a failed post returns as a complete draft, and a retry publishes it once', async ({ join }) => {
  const fan = await join('Vuelve Todo');
  const { page } = fan;
  await page.goto('/feed');
  await writeAll(page);
  await refuse(page, 'publishPost', 'unavailable', 'El servicio no está disponible.');
  await publishButton(page).click();
  await dismissFailure(page, 'No se pudo publicar: el servicio no está disponible');
  await expect(post(page, '¿Gana hoy?')).toHaveCount(0);
  await expectFullDraft(page);
  await mend(page, 'publishPost');

  // The server has the post, but its answer is lost.
  await page.route('**/api/publishPost', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await publishButton(page).click();
  await dismissFailure(page, 'No se pudo publicar: sin conexión');
  await expectFullDraft(page);
  await mend(page, 'publishPost');
  await page.unroute('**/api/publishPost');
  await page.reload();
  await expectFullDraft(page);
  const answer = page.waitForResponse('**/api/publishPost');
  await publishButton(page).click();
  expect((await answer).status()).toBe(200);
  await expect(composer(page)).toHaveValue('');
  const { items } = await fan.query('getFeed', { tab: 'siguiendo' });
  expect(items.map(({ text }) => text)).toEqual(['¿Gana hoy?']);
});

test('without its chunk the composer keeps the text and says why it cannot publish', async ({ join }) => {
  const { page } = await join('Sin Señal');
  const extrasChunk = /\/assets\/ComposerExtras-/;
  await page.route(extrasChunk, (route) => route.abort('internetdisconnected'));
  await page.goto('/feed');
  await composer(page).fill('Primero sin señal');
  await publishButton(page).click();
  await dismissFailure(page, 'No se pudo publicar: sin conexión');
  await expect(composer(page)).toHaveValue('Primero sin señal');
  await page.unroute(extrasChunk);
  await page.reload();
  await publishButton(page).click();
  await expect(likeButton(post(page, 'Primero sin señal'))).toBeEnabled();
});

test('on a phone a tool whose chunk is missing says so over the sheet', async ({ join }) => {
  const { page } = await join('Hoja Sin Señal');
  const extrasChunk = /\/assets\/ComposerExtras-/;
  await page.route(extrasChunk, (route) => route.abort('internetdisconnected'));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/guardados');
  await page.getByRole('button', { name: 'Escribir', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Nueva publicación' });
  await sheet.getByRole('button', { name: 'Encuesta' }).click();
  await dismissFailure(page, 'Se cortó la señal. Probá de nuevo.');
  await page.unroute(extrasChunk);
});

test('text typed while a post is being published stays when it fails', async ({ join }) => {
  const { page } = await join('Dos Cosas');
  await page.goto('/feed');
  await writeAll(page);
  await cutOff(page, 'publishPost');
  const release = await hold(page, 'publishPost');
  await publishButton(page).click();
  await composer(page).fill('Ya que estoy');
  await expect(page.getByRole('button', { name: 'Encuesta' })).toBeDisabled();
  release();
  await dismissFailure(page, 'No se pudo publicar: sin conexión');
  await expect(composer(page)).toHaveValue('¿Gana hoy?\n\nYa que estoy');
  await expect(attachedFile(page)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Opción 1' })).toHaveValue('Sí');
});

test('an ended session keeps the file and the poll of the draft', async ({ join }) => {
  const { page, command } = await join('Se Fue La Sesión');
  await page.goto('/feed');
  await writeAll(page);
  await command('signOut', {});
  // If the preview fails first, the button already waits for the next session.
  await publishButton(page)
    .click({ timeout: 3_000 })
    .catch(() => undefined);
  await expect(page.getByText('Tenés que iniciar sesión para publicar.')).toBeVisible();
  await expectFullDraft(page);
});

async function photo() {
  return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await picture(300, 200) };
}

async function writeAll(page: Person['page']): Promise<void> {
  await composer(page).fill('¿Gana hoy?');
  await page.getByRole('button', { name: 'Enlace', exact: true }).click();
  await page.getByRole('textbox', { name: 'Enlace' }).fill('ole.com.ar');
  await chooseFile(page, await photo());
  // The picture moves the buttons below it: a click during the move is lost.
  await expect(attachedFile(page)).toBeVisible();
  await page.getByRole('button', { name: 'Encuesta' }).click();
  await page.getByRole('textbox', { name: 'Opción 1' }).fill('Sí');
  await page.getByRole('textbox', { name: 'Opción 2' }).fill('No');
  await expect(attachedFile(page)).toContainText('Imagen lista');
}

async function expectFullDraft(page: Person['page']): Promise<void> {
  await expect(composer(page)).toHaveValue('¿Gana hoy?');
  await expect(page.getByRole('textbox', { name: 'Enlace' })).toHaveValue('ole.com.ar');
  await expect(attachedFile(page)).toContainText('Imagen lista');
  await expect(page.getByRole('textbox', { name: 'Opción 1' })).toHaveValue('Sí');
  await expect(page.getByRole('textbox', { name: 'Opción 2' })).toHaveValue('No');
}

async function dismissFailure(page: Person['page'], message: string): Promise<void> {
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(message);
  await alert.getByRole('button', { name: 'Aceptar' }).click();
}

async function newest({ query }: Person) {
  return (await query('getFeed', { tab: 'siguiendo' })).items[0];
}
