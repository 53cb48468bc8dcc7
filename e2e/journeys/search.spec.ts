import type { Locator, Page } from '@playwright/test';

import { typeWithoutPause } from '../harness/composing.ts';
import { hold, mend, refuse, refusedCall } from '../harness/faults.ts';
import { expect, test } from '../harness/site.ts';

/** Even its prefixes are unique to this journey. */
const unique = () => `q${crypto.randomUUID().replaceAll('-', '').slice(0, 11)}`;

const box = (page: Page): Locator => page.getByRole('searchbox', { name: 'Buscar por @usuario o email' });

test('users are found by handle and name; the query is in the URL', async ({ join }) => {
  const handle = unique();
  const target = await join('Ramona Díaz');
  const name = `Ramona ${handle.slice(0, 8)}`;
  await target.command('updateProfile', { displayName: name, handle, bio: 'Socia desde la cuna' });
  const { page } = await join('Carlos Ríos');
  await page.goto('/buscar');
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveAttribute('placeholder', 'Buscar por @usuario o email');
  await expect(page.getByText('Escribí un @usuario o email.')).toBeVisible();

  const queries: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/searchUsers') queries.push(searchParams.get('q') ?? '');
  });
  await typeWithoutPause(box(page), ` @${handle.toUpperCase()} `);
  const result = page.getByRole('main').getByRole('link', { name: new RegExp(name) });
  await expect(result).toHaveAttribute('href', `/perfil/${target.uid}`);
  await expect(result).toContainText(`@${handle}`);
  await expect(result).toContainText('Socia desde la cuna');
  await expect(result).toContainText('0 Seguidores');
  expect(queries).toEqual([handle]);

  await box(page).press('ArrowDown');
  await expect(result).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/perfil/${target.uid}`);
  await page.goBack();
  await expect(box(page)).toHaveValue(` @${handle.toUpperCase()} `);
  await expect(result).toBeVisible();

  await box(page).fill(handle.slice(0, 8));
  await box(page).press('Enter');
  await expect(result).toBeVisible();
  await box(page).fill(`${handle}zzz`);
  await expect(page.getByText('Sin resultados.')).toBeVisible();
  await box(page).fill('100%41');
  await expect(page).toHaveURL('/buscar?q=100%2541');
  await expect(box(page)).toHaveValue('100%41');
  await box(page).fill('@');
  await expect(page.getByText('Escribí un @usuario o email.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Escribí un @usuario o email.')).toBeVisible();
});

test('results and followers continue after twenty', async ({ join }) => {
  test.setTimeout(240_000);
  const idol = await join('Muy Seguida');
  const word = unique();
  for (let n = 1; n <= 22; n++) {
    await (await join(`Seguidora ${word} ${n}`)).command('followUser', { targetUid: idol.uid });
  }
  const { page } = idol;
  // The end of the first page may be close enough to load the next one at once.
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/searchUsers\?.*cursor=/, async (route) => {
    await gate;
    await route.fallback();
  });
  await page.goto(`/buscar?q=${word}`);
  const results = page.getByRole('list', { name: 'Resultados' }).getByRole('link');
  await expect(results).toHaveCount(20);
  release();
  await page.keyboard.press('End');
  await expect(results).toHaveCount(22);
  await expect(page.getByRole('button', { name: 'Cargar más' })).toHaveCount(0);

  await page.goto('/perfil?tab=seguidores');
  const people = page.getByRole('list', { name: 'Seguidores' }).getByRole('listitem');
  await expect(people.first()).toContainText(`Seguidora ${word} 22`);
  await page.keyboard.press('End');
  await expect(people).toHaveCount(22);
  await expect(people.last()).toContainText(/ 1(?!\d)/);
});

test.describe('when a call fails or is slow', () => {
  test.use({ expectedErrors: [refusedCall] });

  test('a failed search says so, and Reintentar repeats it', async ({ join }) => {
    const { page } = await join('Elba Lazo');
    await page.goto('/buscar');
    await refuse(page, 'searchUsers', 'resource-exhausted');
    await box(page).fill('elba');
    await expect(page.getByText('Error al buscar.')).toBeVisible();
    await mend(page, 'searchUsers');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /Elba Lazo/ })
        .first(),
    ).toBeVisible();
  });

  test('a late answer does not replace a newer one', async ({ join }) => {
    const [first, second] = [unique(), unique()];
    const a = await join('Primera Respuesta');
    const b = await join('Segunda Respuesta');
    await a.command('updateProfile', { displayName: 'Primera Respuesta', handle: first, bio: '' });
    await b.command('updateProfile', { displayName: 'Segunda Respuesta', handle: second, bio: '' });
    const { page } = a;
    await page.goto('/buscar');
    const release = await hold(page, 'searchUsers');
    await box(page).fill(first);
    await page.waitForRequest('**/api/searchUsers?**');
    await mend(page, 'searchUsers');
    await box(page).fill(second);
    const results = page.getByRole('list', { name: 'Resultados' });
    await expect(results).toContainText('Segunda Respuesta');
    release();
    await expect(results).not.toContainText('Primera Respuesta');
    await expect(box(page)).toHaveValue(second);
  });
});
