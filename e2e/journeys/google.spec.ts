import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import { refusedCall } from '../harness/faults.ts';
import { expect, test } from '../harness/site.ts';

const failureText = 'No se pudo iniciar sesión. Intentá de nuevo.';
const closedText = 'Se cerró la ventana de inicio de sesión.';
const google = (page: Page) => page.getByRole('button', { name: 'Continuar con Google' });

type Account = { sub: string; email: string; name: string };

function newAccount(name: string): Account {
  const sub = randomUUID();
  return { sub, email: `${sub}@gmail.example`, name };
}

async function openPopup(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), google(page).click()]);
  return popup;
}

async function choose(window: Page, account: Account, { verified = true } = {}): Promise<void> {
  for (const [name, value] of Object.entries(account)) {
    const field = window.locator(`input[name=${name}]`);
    await field.evaluate((input: HTMLInputElement, text) => (input.value = text), value);
  }
  await window.getByLabel('Correo comprobado').setChecked(verified);
  await window.getByRole('button', { name: 'Seguir' }).click();
}

// Not awaited: the window closes at once.
async function navigate(window: Page, address: string): Promise<void> {
  await window.evaluate((to) => void setTimeout(() => (location.href = to)), address);
}

test('a first sign-in creates the profile and opens it; the next one returns to the previous page', async ({
  page,
}) => {
  const account = newAccount('Gloria Google');
  await page.goto('/ingresar');
  await expect(page.getByRole('main')).toContainText(
    'Si es tu primera vez, al continuar con Google aceptás los Términos y la Privacidad.',
  );
  const popup = await openPopup(page);
  await expect(page.getByRole('status')).toHaveText('Terminá de ingresar en la ventana de Google.');
  await Promise.all([popup.waitForEvent('close'), choose(popup, account)]);
  await expect(page).toHaveURL('/editar');
  await expect(page.getByLabel('Nombre visible')).toHaveValue('Gloria Google');
  await expect(page.getByLabel('Usuario')).toHaveValue(/^@?gloriagoogle\d{3}$/);

  await page.goto('/feed');
  await page.getByRole('button', { name: 'Salir' }).first().click();
  await expect(page).toHaveURL('/ingresar');
  await page.goto('/guardados');
  await expect(page).toHaveURL('/ingresar');
  const again = await openPopup(page);
  await Promise.all([again.waitForEvent('close'), choose(again, account)]);
  await expect(page).toHaveURL('/guardados');
});

test('a Google account without a name becomes Hincha', async ({ page }) => {
  await page.goto('/ingresar');
  await choose(await openPopup(page), newAccount(''));
  await expect(page).toHaveURL('/editar');
  await expect(page.getByLabel('Nombre visible')).toHaveValue('Hincha');
});

test('a sign-up by Google requires the terms', async ({ page }) => {
  await page.goto('/registrar');
  await expect(google(page)).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Acepto los Términos y la Privacidad' }).check();
  await choose(await openPopup(page), newAccount('Regina Registro'));
  await expect(page).toHaveURL('/editar');
  await expect(page.getByLabel('Nombre visible')).toHaveValue('Regina Registro');
});

test('a closed window is reported, and the next one works', async ({ page }) => {
  await page.goto('/ingresar');
  await (await openPopup(page)).close();
  await expect(page.getByRole('alert')).toHaveText(closedText);
  const popup = await openPopup(page);
  await expect(page.getByRole('alert')).toBeHidden();
  await popup.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('alert')).toHaveText(closedText);
  await expect(google(page)).toBeFocused();
  await choose(await openPopup(page), newAccount('Tercera Vencida'));
  await expect(page).toHaveURL('/editar');
});

test('failures at Google are reported in the words of the login', async ({ page, baseURL }) => {
  await page.goto('/ingresar');
  await choose(await openPopup(page), newAccount('Sin Comprobar'), { verified: false });
  await expect(page.getByRole('alert')).toHaveText(failureText);

  for (const [outcome, text] of [
    ['disabled', 'La cuenta está deshabilitada.'],
    ['terms', 'Debés aceptar los Términos y la Privacidad.'],
    ['lo-que-sea', failureText],
  ] as const) {
    const popup = await openPopup(page);
    await expect(page.getByRole('alert')).toBeHidden();
    await Promise.all([
      popup.waitForEvent('close'),
      navigate(popup, `${baseURL}/google-listo.html#${outcome}`),
    ]);
    await expect(page.getByRole('alert')).toHaveText(text);
  }
});

test('if popups are blocked, the page itself goes to Google and returns', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/guardados');
  await expect(page).toHaveURL('/ingresar');
  await google(page).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('alert')).toHaveText(closedText);
  await expect(page).toHaveURL('/ingresar');
  const account = newAccount('Sin Ventanas');
  await google(page).click();
  await choose(page, account);
  await expect(page).toHaveURL('/editar');
  await expect(page.getByLabel('Nombre visible')).toHaveValue('Sin Ventanas');
});

test.describe('on a site without Google', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('on a site without Google the button is disabled, and says why until somebody goes on', async ({
    page,
  }) => {
    await page.route(/\/api\/getSession/, async (route) => {
      const response = await route.fetch();
      const session = await response.json();
      session.config.googleSignIn = false;
      await route.fulfill({ response, json: session });
    });
    const text = 'El ingreso con Google no está disponible en este sitio.';
    await page.goto('/ingresar');
    await expect(google(page)).toBeDisabled();
    await google(page).focus();
    await expect(google(page)).toBeFocused();
    await expect(page.getByRole('alert')).toHaveText(text);
    await page.getByLabel('Email').fill('a');
    await expect(page.getByRole('alert')).toBeHidden();
    // Uses the mouse, because a locator's click waits until the button is enabled.
    const box = await google(page).boundingBox();
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await expect(page.getByRole('alert')).toHaveText(text);
  });
});
