import type { Locator, Page } from '@playwright/test';

export function composer(page: Page): Locator {
  return page.getByRole('main').getByRole('textbox', { name: '¿Qué se dice en el tablón?' });
}

export function post(page: Page, text: string | RegExp): Locator {
  return page.getByRole('main').getByRole('article').filter({ hasText: text });
}

export function likeButton(card: Locator): Locator {
  return card.getByRole('button', { name: /^Me gusta/ });
}

export async function publish(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Contraseña').fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

export async function register(
  page: Page,
  who: { name: string; email: string; password: string },
): Promise<void> {
  await page.getByLabel('Nombre visible').fill(who.name);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Contraseña').fill(who.password);
  await page.getByRole('checkbox', { name: 'Acepto los Términos y la Privacidad' }).check();
  await page.getByRole('button', { name: 'Registrarme', exact: true }).click();
}

export async function scrollTo(page: Page, target: Locator): Promise<void> {
  for (let screen = 0; screen < 400 && !(await target.isVisible()); screen++) {
    await page.mouse.wheel(0, 800);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await target.waitFor();
  // The last turns of the wheel may still move the page, and would undo the effect of the next key.
  await page.evaluate(async () => {
    for (let still = 0, at = scrollY; still < 10; at = scrollY) {
      await new Promise(requestAnimationFrame);
      still = scrollY === at ? still + 1 : 0;
    }
  });
}
