import { layoutShift, recordShifts } from '../harness/layout-shifts.ts';
import { hears } from '../harness/live.ts';
import { post } from '../harness/screens.ts';
import { expect, test } from '../harness/site.ts';

for (const [screen, width] of [
  ['a phone', 360],
  ['a wide screen', 1280],
] as const) {
  test(`on ${screen} the first post needs few requests and moves nothing`, async ({ join }) => {
    const { page, publishMany } = await join('Primera Vez');
    await publishMany(10, 'Rápido');
    await page.setViewportSize({ width, height: 800 });
    await recordShifts(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const settled = hears(page);
    await page.goto('/feed');
    await expect(post(page, 'Rápido 10')).toBeVisible();
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(10);
    await settled;
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  });
}

test('every answer carries the strict policy, and the page breaks none of it', async ({ page }) => {
  const response = await page.goto('/ingresar');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(response?.headers()['x-content-type-options']).toBe('nosniff');
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-AR');
});
