import { mend, refuse, refusedCall } from '../harness/faults.ts';
import { mailsTo } from '../harness/mailbox.ts';
import { Person, uniqueEmail } from '../harness/person.ts';
import { signIn } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

const neutral = 'Si hay una cuenta con ese email, te enviamos un enlace para cambiar la contraseña.';

test('a mailed link sets a new password, which then signs in', async ({ page, join }) => {
  const { email } = await join('Olvidadizo Ramírez');
  await page.goto('/ingresar');
  await page.getByRole('link', { name: '¿Olvidé mi contraseña?' }).click();
  await expect(page).toHaveURL('/recuperar');
  await page.getByLabel('Email').fill(` ${email.toUpperCase()}`);
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(page.getByText(neutral)).toBeFocused();
  await expect(page.getByText('El enlace vence en 30 minutos.')).toBeVisible();

  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe('Cambiá tu contraseña de Tablón');
  const link = /http:\S+\/recuperar\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  const password = page.getByLabel('Contraseña nueva');
  await password.fill('otra-mucho-mejor');
  await expect(page).toHaveURL('/recuperar');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Ya podés ingresar con tu contraseña nueva.')).toBeFocused();
  await expect
    .poll(async () => (await mailsTo(email)).at(-1)?.subject)
    .toBe('Cambió tu contraseña de Tablón');

  await page.getByRole('main').getByRole('link', { name: 'Ingresar' }).click();
  await signIn(page, email, Person.password);
  await expect(page.getByText('La contraseña no es correcta.')).toBeVisible();
  await signIn(page, email, 'otra-mucho-mejor');
  await expect(page).toHaveURL('/feed');

  // A used link leads to requesting another one.
  await page.goto(link);
  await page.getByLabel('Contraseña nueva').fill('una-tercera');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByRole('alert')).toHaveText('El enlace ya se usó o venció. Pedí uno nuevo.');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(page.getByText(neutral)).toBeVisible();
});

test('a request for a link does not reveal which addresses have an account', async ({ page }) => {
  await page.goto('/recuperar');
  const send = page.getByRole('button', { name: 'Enviar enlace' });
  const email = page.getByLabel('Email');
  await send.click();
  await expect(email).toHaveAccessibleDescription('El email no es válido.');
  await expect(email).toBeFocused();
  const unknownEmail = uniqueEmail();
  await email.fill(unknownEmail);

  await refuse(page, 'requestPasswordReset', 'internal');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText('No se pudo enviar el enlace. Intentá de nuevo.');
  await mend(page, 'requestPasswordReset');
  await refuse(page, 'requestPasswordReset', 'resource-exhausted');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText('Demasiados intentos. Esperá un momento.');
  await mend(page, 'requestPasswordReset');

  await send.click();
  await expect(page.getByText(neutral)).toBeVisible();
  await page.getByRole('button', { name: 'Pedir otro enlace' }).click();
  await expect(email).toHaveValue('');
  await page.getByRole('link', { name: 'Volver a ingresar' }).click();
  await expect(page).toHaveURL('/ingresar');
  expect(await mailsTo(unknownEmail)).toEqual([]);
});

test('the reset page reports what is wrong with the password', async ({ page }) => {
  await page.goto('/recuperar?token=nunca-existio');
  const password = page.getByLabel('Contraseña nueva');
  await password.fill('12345');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(password).toHaveAccessibleDescription('La contraseña debe tener al menos 6 caracteres.');
  await expect(password).toBeFocused();
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click();
  await expect(password).toHaveValue('12345');
  await refuse(page, 'resetPassword', 'internal');
  await password.fill('123456');
  await password.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('No se pudo guardar la contraseña. Intentá de nuevo.');
  await expect(password).toHaveValue('123456');
});

test('the token leaves the URL but not the form, also when signed in', async ({ join }) => {
  const { page } = await join('Sentada Adentro');
  await page.goto('/recuperar?token=nunca-existio');
  await expect(page.getByRole('link', { name: 'Volver al inicio' })).toBeVisible();
  await expect(page.getByLabel('Contraseña nueva')).toBeVisible();
  await expect(page).toHaveURL('/recuperar');
});
