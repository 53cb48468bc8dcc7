import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Checks both themes, the second only for colours: nothing else differs. `within`: only that part. */
export async function expectAccessible(page: Page, screen = page.url(), within?: string): Promise<void> {
  // Legacy mode does not merge the results of cross-origin frames, which is slow: there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (within) axe.include(within);
  await expectNone(axe, screen);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  await page.evaluate(async () => {
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });
  await expectNone(axe.withRules(['color-contrast', 'link-in-text-block']), `${screen}, the other theme`);
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
}

async function expectNone(axe: AxeBuilder, screen: string): Promise<void> {
  const { violations } = await axe.analyze();
  const summary = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(summary, screen).toEqual([]);
}
