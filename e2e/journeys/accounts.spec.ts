import { cutOff, mend, refuse, refusedCall } from '../harness/faults.ts';
import { Person, uniqueEmail } from '../harness/person.ts';
import { register, signIn } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test.use({ expectedErrors: [refusedCall] });

test('the login reports what is wrong and keeps the input', async ({ page, join }) => {
  const member = await join('Silvia Ledesma');
  await page.goto('/ingresar');
  const expectText = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expectText('Completá tu email y contraseña.');
  await signIn(page, 'foo', 'lo-que-sea');
  await expectText('El email no es válido.');
  await signIn(page, uniqueEmail(), 'lo-que-sea');
  await expectText('No encontramos una cuenta con ese email.');
  await signIn(page, member.email, 'otra-clave');
  await expectText('La contraseña no es correcta.');
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
  await expect(page.getByLabel('Contraseña')).toHaveValue('otra-clave');

  await refuse(page, 'signIn', 'auth/user-disabled');
  await signIn(page, member.email, Person.password);
  await expectText('La cuenta está deshabilitada.');
  await mend(page, 'signIn');
  await cutOff(page, 'signIn');
  await signIn(page, member.email, Person.password);
  await expectText('No se pudo iniciar sesión. Intentá de nuevo.');
  await mend(page, 'signIn');

  await signIn(page, ` ${member.email.toUpperCase()} `, Person.password);
  await expect(page).toHaveURL('/feed');
});

test('the password can be shown and hidden again', async ({ page }) => {
  await page.goto('/ingresar');
  const password = page.getByLabel('Contraseña');
  await password.fill('secreta');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Ocultar contraseña' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('the sign-up requires the terms and reports what is wrong', async ({ page, join }) => {
  const member = await join('Omar Gutiérrez');
  await page.goto('/registrar');
  const submit = page.getByRole('button', { name: 'Registrarme', exact: true });
  const terms = page.getByRole('checkbox', { name: 'Acepto los Términos y la Privacidad' });
  const expectText = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

  await expect(submit).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Continuar con Google' })).toBeDisabled();
  await page.getByLabel('Nombre visible').fill('Nora Paz');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Contraseña').fill('larga-y-buena');
  await page.getByLabel('Contraseña').press('Enter');
  await expectText('Debés aceptar los Términos y la Privacidad.');
  await terms.check();
  await expect(submit).toBeEnabled();

  await page.getByLabel('Nombre visible').fill('   ');
  await submit.click();
  await expectText('Ingresá un nombre visible.');
  await register(page, { name: 'Nora Paz', email: 'nora@', password: 'larga-y-buena' });
  await expectText('Email inválido.');
  await register(page, { name: 'Nora Paz', email: member.email, password: 'corta' });
  await expectText('La contraseña debe tener al menos 6 caracteres.');
  await register(page, { name: 'Nora Paz', email: member.email, password: 'larga-y-buena' });
  await expectText('Ese email ya está registrado.');
  await refuse(page, 'signUp', 'internal');
  await submit.click();
  await expectText('No se pudo crear la cuenta. Intentá de nuevo.');
  await mend(page, 'signUp');

  await register(page, { name: 'Nora Paz', email: uniqueEmail(), password: 'larga-y-buena' });
  await expect(page).toHaveURL('/editar');
});

test('Salir ends the session, also for a copied cookie', async ({ join }) => {
  const { page } = await join('Ana Rivero');
  await page.goto('/feed');
  const cookies = await page.context().cookies();
  await page.getByRole('button', { name: 'Salir' }).first().click();
  await expect(page).toHaveURL(/\/ingresar/);
  await page.context().addCookies(cookies);
  await page.goto('/feed');
  await expect(page).toHaveURL(/\/ingresar/);
});
