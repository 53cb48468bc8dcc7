import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Expects no accessibility violations of what the page shows, in both themes. In the second theme only the rules about
 * colours are checked: nothing else differs. `what` names the screen in a failure; `within`: only that part of it.
 */
export async function expectAccessible(page: Page, what = page.url(), within?: string): Promise<void> {
  // Without cross-origin frames there is nothing to merge in a page of its own, which takes longer than the check.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (within) axe.include(within);
  await expectNone(axe, what);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  await page.evaluate(async () => {
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });
  await expectNone(axe.withRules(['color-contrast', 'link-in-text-block']), `${what}, the other theme`);
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
}

async function expectNone(axe: AxeBuilder, what: string): Promise<void> {
  const { violations } = await axe.analyze();
  const summary = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(summary, what).toEqual([]);
}
