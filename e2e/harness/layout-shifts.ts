import type { Page } from '@playwright/test';

declare global {
  interface Window {
    layoutShifts: number[];
  }
}

/** Takes effect from the next page on. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        window.layoutShifts.push((entry as PerformanceEntry & { value: number }).value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => window.layoutShifts.reduce((sum, shift) => sum + shift, 0));
}
