import type { Locator } from '@playwright/test';

import { expect, test } from '../harness/site.ts';

const heightOutOfSight = (box: Locator) =>
  box.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);

test('without field-sizing, as in Firefox, a text box shows its whole text, also in a dialog', async ({
  join,
}) => {
  const { page, command } = await join('Ana del Sur');
  const { post } = await command('publishPost', { text: `Cuenten ${crypto.randomUUID()}` });
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (property: string, value?: string) =>
      property !== 'field-sizing' && (value === undefined ? supports(property) : supports(property, value));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('textarea { field-sizing: fixed !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
  await page.goto(`/p/${post.id}`);

  const comment = page.getByRole('textbox', { name: 'Escribí un comentario' });
  await expect.poll(() => heightOutOfSight(comment)).toBe(0);
  await comment.fill('Uno\nDos\nTres');
  await expect.poll(() => heightOutOfSight(comment)).toBe(0);

  await page.getByRole('button', { name: 'Citar', exact: true }).click();
  const quote = page.getByRole('dialog', { name: 'Citar' }).getByRole('textbox');
  await expect.poll(() => heightOutOfSight(quote)).toBe(0);
});
