import type { Page, Request } from '@playwright/test';

import { layoutShift, recordShifts } from '../harness/layout-shifts.ts';
import { waitForEvents } from '../harness/live.ts';
import { post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

for (const [screen, width] of [
  ['a phone', 360],
  ['a wide screen', 1280],
] as const) {
  test(`on ${screen} the first post needs few requests and shifts no layout`, async ({ join }) => {
    const { page, publishMany } = await join('Primera Vez');
    await publishMany(10, 'Rápido');
    await page.setViewportSize({ width, height: 800 });
    await recordShifts(page);
    const firstPost = await recordFirst(page, 'Rápido 10');
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await Promise.all([waitForEvents(page), page.goto('/feed')]);
    await expect(post(page, 'Rápido 10')).toBeVisible();
    const shownAt = await firstPost();
    const earlyRequests = requests.filter((request) => request.timing().startTime < shownAt);
    const paths = earlyRequests.map((request) => new URL(request.url()).pathname);
    expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(11);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  });
}

test('the tab in the address is asked for once, before the program runs', async ({ join }) => {
  const { page, command } = await join('Segunda Pestaña');
  await command('publishPost', { text: 'Para quien mire' });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/getFeed') calls.push(search);
  });
  // The script is held until the first call was sent.
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await expect.poll(() => calls).toHaveLength(1);
    await route.fallback();
  });
  for (const tab of ['siguiendo', 'paraVos']) {
    calls.length = 0;
    await page.goto(tab === 'paraVos' ? '/feed?tab=paraVos' : '/feed');
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(calls).toEqual([`?tab=${tab}`]);
  }
});

test('every answer carries the strict policy, and the page does not violate it', async ({ page }) => {
  const response = await page.goto('/ingresar');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(response?.headers()['x-content-type-options']).toBe('nosniff');
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-AR');
});

/** Returns a function that reads when `text` first appeared on the next page, in milliseconds. */
async function recordFirst(page: Page, text: string): Promise<() => Promise<number>> {
  await page.addInitScript((text) => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('main')?.textContent.includes(text)) return;
      observer.disconnect();
      Object.assign(globalThis, { firstAt: performance.timeOrigin + performance.now() });
    }).observe(document, { childList: true, subtree: true });
  }, text);
  return () => page.evaluate<number>('firstAt');
}
