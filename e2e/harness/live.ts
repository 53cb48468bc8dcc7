import type { Page, Request } from '@playwright/test';

/** Waits until a page receives live events. Call it before opening the page. */
export async function hears(page: Page): Promise<void> {
  const heard = await page.waitForResponse((response) => isStream(response.url()));
  if (!heard.ok()) throw new Error(`events answered ${heard.status()}`);
}

/** Counts the event streams that a page opens and still holds. */
export function countStreams(page: Page): { open: number; opened: number } {
  const count = { open: 0, opened: 0 };
  const over = (request: Request) => {
    if (isStream(request.url())) count.open -= 1;
  };
  page.on('request', (request) => {
    if (!isStream(request.url())) return;
    count.open += 1;
    count.opened += 1;
  });
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  return count;
}

const isStream = (url: string) => new URL(url).pathname === '/api/events';
