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
    const needed = requests.filter((request) => request.timing().startTime < shownAt);
    const paths = needed.map((request) => new URL(request.url()).pathname);
    expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(10);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  });
}

test('every answer carries the strict policy, and the page does not violate it', async ({ page }) => {
  const response = await page.goto('/ingresar');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(response?.headers()['x-content-type-options']).toBe('nosniff');
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-AR');
});

/** Records when a text appears on the next page. Returns a function that reads that moment in milliseconds. */
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
