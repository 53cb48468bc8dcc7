import { post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

test('wide screens show the tabs in order and mark the current one', async ({ join }) => {
  const { page } = await join('Mirta Luna');
  await page.setViewportSize({ width: 769, height: 900 });
  await page.goto('/feed');
  const links = page.getByRole('navigation').getByRole('link');
  await expect(links).toHaveText(['Inicio', 'Buscar', 'Guardados', 'Mi perfil', 'Editar perfil']);
  for (const [n, href] of ['/feed', '/buscar', '/guardados', '/perfil', '/editar'].entries()) {
    await expect(links.nth(n)).toHaveAttribute('href', href);
  }
  await expect(links.first()).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: 'Abrir menú' })).toBeHidden();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Inicio' }).first()).toHaveAttribute(
    'href',
    '/',
  );
});

test('on a phone the tabs are in a drawer, which keyboard and Back can close', async ({ join }) => {
  const { page } = await join('Flor Medina');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/feed');
  const menu = page.getByRole('button', { name: 'Abrir menú' });
  const tab = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Guardados' });
  await expect(tab).toBeHidden();

  await menu.click();
  await expect(tab).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tab).toBeHidden();
  await expect(menu).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(tab).toBeVisible();
  for (let n = 0; n < 15; n++) await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('dialog, [role=dialog]') !== null)).toBe(
    true,
  );
  await page.goBack();
  await expect(tab).toBeHidden();
  await expect(page).toHaveURL('/feed');

  await menu.click();
  await tab.click();
  await expect(page).toHaveURL('/guardados');
  await expect(tab).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 768, height: 740 });
  await expect(menu).toBeVisible();
});

test('the keyboard reaches the content first, and a new page moves the focus to its title', async ({
  join,
}) => {
  const { page } = await join('Tere Blanco');
  await page.goto('/feed');
  await expect(page.getByRole('tab', { name: 'Siguiendo' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Ir al contenido' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

  await page.getByRole('navigation').getByRole('link', { name: 'Mi perfil' }).click();
  await expect(page).toHaveURL('/perfil');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/\S/);
});

test('after the link to the content, Volver leads to the screen before', async ({ join }) => {
  const { page } = await join('Salta Directo');
  await page.goto('/feed');
  await page.getByRole('navigation').getByRole('link', { name: 'Guardados' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('link', { name: 'Ir al contenido' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Volver' }).press('Enter');
  await expect(page).toHaveURL('/feed');
});

test('the header stays on top, and a missing logo becomes the favicon', async ({ join }) => {
  const { page, publishMany } = await join('Cacho Luna');
  await publishMany(12, 'Abajo');
  await page.goto('/feed');
  await expect(post(page, 'Abajo 12')).toBeVisible();
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);

  const logo = page.getByRole('banner').getByRole('link', { name: 'Inicio' }).first().locator('img');
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await logo.evaluate((image) => image.dispatchEvent(new Event('error')));
  await expect(logo).toHaveAttribute('src', /favicon/);
});

test('the theme follows the system until one is chosen, and the choice is stored', async ({ join }) => {
  const { page } = await join('Luz Robles');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/feed');
  const night = await background();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(background).not.toBe(night);
  const day = await background();

  await page
    .getByRole('button', { name: /Noche/ })
    .or(page.getByRole('radio', { name: /Noche/ }))
    .first()
    .click();
  await expect.poll(background).toBe(night);
  await page.reload();
  await expect.poll(background).toBe(night);
  await page
    .getByRole('button', { name: /Día/ })
    .or(page.getByRole('radio', { name: /Día/ }))
    .first()
    .click();
  await expect.poll(background).toBe(day);
});

test('the chosen theme stays after a reload, and on the device after Salir', async ({ join }) => {
  const { page } = await join('Tema Claro');
  await page.goto('/feed');
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  expect(await theme()).toBe('noche');
  await page.getByRole('button', { name: 'Cambiar a Día' }).click();
  await page.reload();
  await expect.poll(theme).toBe('dia');
  await page.getByRole('button', { name: 'Salir' }).first().click();
  await expect(page).toHaveURL(/\/ingresar/);
  await page.reload();
  await expect.poll(theme).toBe('dia');
});
