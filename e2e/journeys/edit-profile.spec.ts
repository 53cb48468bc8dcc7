import sharp from 'sharp';

import { typeWithoutPause } from '../harness/composing.ts';
import { cutOff, hold, mend, refuse, refusedCall } from '../harness/faults.ts';
import { Person, uniqueEmail } from '../harness/person.ts';
import { post, register } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

const unique = () => `h${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;

test('on a phone, a button that the bar covers is pressed while one types', async ({ join }) => {
  const { page } = await join('Dedo Lento');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/editar');
  await page.getByLabel('Bio').fill('Escribo despacio');
  const save = page.getByRole('button', { name: 'Guardar cambios' });
  await save.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 8));
  const bar = page.getByRole('navigation', { name: 'Secciones' });
  await expect(bar).toHaveAttribute('data-away', 'true');
  const box = (await save.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(500);
  await page.mouse.up();
  await expect(page.getByText('Perfil actualizado ✅')).toBeVisible();
  await expect(bar).not.toHaveAttribute('data-away');
});

test('a new fan chooses a free handle, and the profile and posts show it at once', async ({ page, join }) => {
  const other = await join('Dueña del Usuario');
  const { profile: takenProfile } = await other.query('getProfile', { uid: other.uid });
  await page.goto('/registrar');
  await register(page, { name: 'Elsa Bruno', email: uniqueEmail(), password: Person.password });
  await expect(page).toHaveURL('/editar');
  await page.getByRole('link', { name: 'Inicio' }).first().click();
  const text = `Recién llego ${crypto.randomUUID()}`;
  await page.getByRole('textbox', { name: '¿Qué se dice en el tablón?' }).fill(text);
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(post(page, text)).toContainText('Elsa Bruno');

  await page.getByRole('link', { name: 'Editar perfil' }).first().click();
  const handle = page.getByLabel('Usuario', { exact: true });
  const save = page.getByRole('button', { name: 'Guardar cambios' });
  await handle.fill(`@${takenProfile.handle.toUpperCase()}`);
  await expect(handle).toHaveValue(takenProfile.handle);
  await expect(save).toBeDisabled();
  await expect(page.getByText('no disponible', { exact: true })).toBeVisible();
  await expect(handle).toHaveAccessibleDescription(/Ese @usuario ya está en uso\./);
  await expect(save).toBeDisabled();

  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/checkHandle')) checks.push(new URL(request.url()).search);
  });
  const free = unique();
  await handle.fill('');
  await typeWithoutPause(handle, free);
  await expect(page.getByText('disponible', { exact: true })).toBeVisible();
  expect(checks).toEqual([`?handle=${free}`]);
  await page.getByLabel('Nombre visible').fill('Elsa B.');
  await page.getByLabel('Bio').fill('De la popular ⚽');
  await expect(page.getByText('15/200', { exact: true })).toBeVisible();
  await page.getByLabel('Nombre visible').press('Enter');
  await expect(page.getByText('Perfil actualizado ✅')).toBeVisible();
  await expect(page.getByText('Perfil actualizado ✅')).toBeHidden();
  await expect(page).toHaveURL('/editar');

  await page.getByRole('link', { name: 'Inicio' }).first().click();
  await expect(post(page, text)).toContainText(`Elsa B. @${free}`);
  await post(page, text).getByRole('link', { name: 'Elsa B.' }).first().click();
  await expect(page.getByRole('heading', { name: 'Elsa B.' })).toBeVisible();
  await expect(page.getByText('De la popular ⚽')).toBeVisible();
  await page.reload();
  await expect(post(page, text)).toContainText(`@${free}`);
});

test('a refused save says why and keeps the input', async ({ join }) => {
  const { page } = await join('Ramiro Sosa');
  await page.goto('/editar-perfil');
  const name = page.getByLabel('Nombre visible');
  const handle = page.getByLabel('Usuario', { exact: true });
  const save = page.getByRole('button', { name: 'Guardar cambios' });

  await name.fill('   ');
  await expect(name).toHaveAccessibleDescription('El nombre es obligatorio.');
  await expect(save).toBeDisabled();
  await name.fill('Ramiro');
  await handle.fill('ab');
  await expect(handle).toHaveAccessibleDescription(/Entre 3 y 20 caracteres\./);
  await expect(save).toBeDisabled();

  const release = await hold(page, 'checkHandle');
  const free = unique();
  await handle.fill(free);
  await expect(page.getByText('comprobando…')).toBeVisible();
  await expect(save).toBeDisabled();
  release();
  await expect(save).toBeEnabled();

  await cutOff(page, 'updateProfile');
  await save.click();
  await expect(page.getByText('No se pudo guardar. Intentá de nuevo.', { exact: true })).toBeVisible();
  await expect(handle).toHaveValue(free);
  await mend(page, 'updateProfile');
  // Somebody took the handle between the check and the save.
  await refuse(page, 'updateProfile', 'already-exists', 'Ese @usuario ya está en uso.');
  await save.click();
  await expect(handle).toHaveAccessibleDescription(/Ese @usuario ya está en uso\./);
  await expect(handle).toBeFocused();
});

test('Cancelar saves nothing; leaving in another way asks first', async ({ join }) => {
  const { page, query, uid } = await join('Vera Luna');
  await page.goto('/perfil');
  await page.getByRole('main').getByRole('link', { name: 'Editar perfil' }).click();
  const bio = page.getByLabel('Bio');
  await bio.fill('Esto no queda');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL('/perfil');

  await page.getByRole('main').getByRole('link', { name: 'Editar perfil' }).click();
  await expect(bio).toHaveValue('');
  await bio.pressSequentially('Esto tampoco');
  const question = page.getByRole('alertdialog');
  await page.getByRole('link', { name: 'Inicio' }).first().click();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL('/editar');
  await expect(bio).toHaveValue('Esto tampoco');
  await page.evaluate(() => history.back());
  await expect(question).toBeVisible();
  await expect(page).toHaveURL('/editar');
  await question.getByRole('button', { name: 'Aceptar' }).click();
  await expect(page).toHaveURL('/perfil');
  expect((await query('getProfile', { uid })).profile.bio).toBe('');

  await page.goto('/editar');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL('/perfil');
});

test('a picture is shown at once, saved with the rest, shown everywhere, and can be removed', async ({
  join,
}) => {
  const { page, uid, query } = await join('Foto Nueva');
  await page.goto('/editar');
  const input = page.getByLabel('Foto de perfil', { exact: true });
  const save = page.getByRole('button', { name: 'Guardar cambios' });
  const preview = page.getByRole('main').locator('form img').first();
  await expect(input).toHaveAttribute('accept', 'image/png,image/jpeg,image/webp');

  await input.setInputFiles({ name: 'yo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(input).toHaveAccessibleDescription('Formato no soportado. Usá PNG, JPG o WebP.');
  await expect(save).toBeDisabled();
  await input.setInputFiles({ name: 'yo.png', mimeType: 'image/png', buffer: await pictureOf(2_097_153) });
  await expect(input).toHaveAccessibleDescription('La imagen supera los 2 MB.');
  await expect(save).toBeDisabled();
  await input.setInputFiles({ name: 'yo.png', mimeType: 'image/png', buffer: Buffer.from('no es una foto') });
  await expect(input).toHaveAccessibleDescription('No se pudo procesar la imagen.');
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(save).toBeEnabled();

  await input.setInputFiles({ name: 'yo.png', mimeType: 'image/png', buffer: await pictureOf(2_097_152) });
  await expect(preview).toHaveAttribute('src', /^blob:/);
  // The first attempt fails after the upload; the second does not repeat it.
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/uploadMedia')) uploads.push(request.url());
  });
  await cutOff(page, 'updateProfile');
  await save.click();
  await expect(page.getByText('No se pudo guardar. Intentá de nuevo.', { exact: true })).toBeVisible();
  await expect(preview).toHaveAttribute('src', /^blob:/);
  await mend(page, 'updateProfile');
  await save.click();
  await expect(page.getByText('Perfil actualizado ✅')).toBeVisible();
  expect(uploads).toHaveLength(1);
  const { avatar } = (await query('getProfile', { uid })).profile;
  expect(avatar).toMatch(/^\/media\/avatars\//);
  await expect(preview).toHaveAttribute('src', avatar ?? '');
  await page.getByRole('navigation').getByRole('link', { name: 'Inicio' }).click();
  await expect(page.getByRole('main').locator('img').first()).toHaveAttribute('src', avatar ?? '');
  await page.getByRole('link', { name: 'Mi perfil' }).first().click();
  const picture = page.getByRole('main').locator('header img').nth(1);
  await expect(picture).toHaveAttribute('src', avatar ?? '');
  await expect.poll(async () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(88);

  await page.getByRole('link', { name: 'Editar perfil' }).first().click();
  await page.getByRole('button', { name: 'Quitar foto' }).click();
  await save.click();
  await expect(page.getByText('Perfil actualizado ✅')).toBeVisible();
  expect((await query('getProfile', { uid })).profile.avatar).toBeNull();
});

test('a user who opted out is not found by e-mail', async ({ join }) => {
  const { page, email, query, uid } = await join('Reservada Ruiz');
  const searcher = await join('Busca Emails');
  const foundUids = async () =>
    (await searcher.query('searchUsers', { q: email })).items.map((item) => item.uid);
  expect(await foundUids()).toEqual([uid]);
  await page.goto('/editar');
  const hide = page.getByRole('checkbox', { name: 'Que no me encuentren por email' });
  await expect(hide).not.toBeChecked();
  await hide.check();
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText('Perfil actualizado ✅')).toBeVisible();
  expect(await foundUids()).toEqual([]);
  await page.reload();
  await expect(hide).toBeChecked();
  expect((await query('getSession', {})).findableByEmail).toBe(false);
});

/** A valid PNG, padded after its end. */
async function pictureOf(bytes: number): Promise<Buffer> {
  const image = sharp({ create: { width: 600, height: 500, channels: 3, background: '#2aa2df' } });
  const png = await image.png().toBuffer();
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
}
