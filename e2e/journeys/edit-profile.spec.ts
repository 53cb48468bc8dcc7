import { cutOff, hold, mend, refuse, refusedCall } from '../harness/faults.ts';
import { Person, uniqueEmail } from '../harness/person.ts';
import { post, register } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

const unique = () => `h${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;

test('a new fan takes a free handle, and their profile and posts show it at once', async ({ page, join }) => {
  const other = await join('Dueña del Usuario');
  const { profile: taken } = await other.query('getProfile', { uid: other.uid });
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
  await handle.fill(`@${taken.handle.toUpperCase()}`);
  await expect(handle).toHaveValue(taken.handle);
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
  await handle.pressSequentially(free, { delay: 20 });
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

test('what cannot be saved says why and keeps what was typed', async ({ join }) => {
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
  // Somebody was faster between the check and the save.
  await refuse(page, 'updateProfile', 'already-exists', 'Ese @usuario ya está en uso.');
  await save.click();
  await expect(handle).toHaveAccessibleDescription(/Ese @usuario ya está en uso\./);
  await expect(handle).toBeFocused();
});

test('Cancelar saves nothing; leaving by another way asks first', async ({ join }) => {
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
