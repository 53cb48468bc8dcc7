import { publishButton } from '../harness/composing.ts';
import { refusedCall } from '../harness/faults.ts';
import { Person } from '../harness/person.ts';
import { composer, post, signIn } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

test('an ended session keeps the input, and the next step leads to the login', async ({ join }) => {
  const { page, command } = await join('Dany Roldán');
  const { post } = await command('publishPost', { text: 'Antes de irme' });
  await page.goto('/feed');
  await expect(composer(page)).toBeVisible();
  await command('signOut', {});

  await composer(page).fill('Justo ahora');
  // If the page learns of the end of the session before the tap, the button already waits for the next one.
  await publishButton(page)
    .click({ timeout: 3_000 })
    .catch(() => undefined);
  await expect(page.getByText('Tenés que iniciar sesión para publicar.')).toBeVisible();
  await expect(page).toHaveURL('/feed');
  const accept = page.getByRole('alertdialog').getByRole('button', { name: 'Aceptar' });
  if (await accept.isVisible()) await accept.click();
  await expect(composer(page)).toHaveValue('Justo ahora');
  await expect(page.getByRole('link', { name: 'Ingresar' }).first()).toBeVisible();

  await page.goto(`/p/${post.id}`);
  await page.getByRole('link', { name: 'Ingresá para comentar.' }).click();
  await expect(page).toHaveURL(/\/ingresar/);
});

test('a comment box without a session leads to the sign-in and back, and keeps the text', async ({
  join,
}) => {
  const { page, command, email } = await join('Irma Sosa');
  const { post } = await command('publishPost', { text: 'Comenten tranquilos' });
  await page.goto(`/p/${post.id}`);
  const box = page.getByRole('textbox', { name: 'Escribí un comentario' });
  await box.fill('Voy');
  await command('signOut', {});
  await box.press('Control+Enter');
  const wayIn = page.getByRole('link', { name: 'Ingresá para comentar.' });
  await expect(wayIn).toBeVisible();
  await expect(page).toHaveURL(`/p/${post.id}`);
  await wayIn.click();
  await signIn(page, email, Person.password);
  await expect(page).toHaveURL(`/p/${post.id}`);
  await expect(box).toHaveValue('Voy');
});

test('a session that ends on a topic with an ñ leaves the screen', async ({ join }) => {
  const { page, command } = await join('Lucha Peña');
  const tag = `españa${crypto.randomUUID().slice(0, 8)}`;
  await command('publishPost', { text: `Con tilde y todo #${tag}` });
  await page.goto(`/tema/${tag}`);
  const card = post(page, 'Con tilde y todo');
  await expect(card).toBeVisible();
  await command('signOut', {});
  await expect(page.getByRole('link', { name: 'Ingresar' }).first()).toBeVisible();
  await expect(card).toBeVisible();
  await expect(page).toHaveURL(`/tema/${encodeURIComponent(tag)}`);
});

test('signing out in one tab also signs out the other', async ({ join }) => {
  const { page } = await join('Tino Costa');
  await page.goto('/feed');
  const other = await page.context().newPage();
  await other.goto('/perfil');
  await other.getByRole('button', { name: 'Salir' }).first().click();
  await expect(other).toHaveURL(/\/ingresar/);
  await expect(page.getByRole('link', { name: 'Ingresar' }).first()).toBeVisible();
  await expect(page).toHaveURL('/feed');
});
