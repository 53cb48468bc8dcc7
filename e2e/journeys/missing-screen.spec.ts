import { refusedCall } from '../harness/faults.ts';
import { expect, test } from '../harness/site.ts';

test.use({
  expectedErrors: [new RegExp(`${refusedCall.source}|Unable to preload CSS|dynamically imported`)],
});

test('a screen whose chunk failed is there when one enters it again', async ({ join }) => {
  const { page } = await join('Señal Cortada');
  await page.goto('/feed');
  const link = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).first();
  const chunk = /\/assets\/SavedPage-/;
  const failureText = page.getByText('Se cortó la señal.');
  await page.route(chunk, (route) => route.abort());
  await link('Guardados').click();
  await expect(failureText).toBeVisible();
  await link('Inicio').click();
  await expect(failureText).toHaveCount(0);
  await page.unroute(chunk);
  await link('Guardados').click();
  await expect(page.getByText('No guardaste publicaciones todavía.')).toBeVisible();
});
