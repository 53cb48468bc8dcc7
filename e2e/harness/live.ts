import type { Page, Request } from '@playwright/test';

/** Waits until a page receives live events. Call it before opening the page. */
export async function waitForEvents(page: Page): Promise<void> {
  const response = await page.waitForResponse((candidate) => isStream(candidate.url()));
  if (!response.ok()) throw new Error(`events answered ${response.status()}`);
}

/** Counts the event streams that a page opens and still holds. */
export function countStreams(page: Page): { open: number; opened: number } {
  const count = { open: 0, opened: 0 };
  const ended = (request: Request) => {
    if (isStream(request.url())) count.open -= 1;
  };
  page.on('request', (request) => {
    if (!isStream(request.url())) return;
    count.open += 1;
    count.opened += 1;
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return count;
}

const isStream = (url: string) => new URL(url).pathname === '/api/events';
