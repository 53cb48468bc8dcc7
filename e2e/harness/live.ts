import type { Page, Request } from '@playwright/test';

/** Must be called before the page is opened. */
export async function waitForEvents(page: Page): Promise<void> {
  const response = await page.waitForResponse((candidate) => isStream(candidate.url()));
  if (!response.ok()) throw new Error(`events answered ${response.status()}`);
}

/** `open` counts the streams that are open now, `opened` all since the call. */
export function countStreams(page: Page): { open: number; opened: number } {
  const count = { open: 0, opened: 0 };
  const onEnd = (request: Request) => {
    if (isStream(request.url())) count.open -= 1;
  };
  page.on('request', (request) => {
    if (!isStream(request.url())) return;
    count.open += 1;
    count.opened += 1;
  });
  page.on('requestfinished', onEnd);
  page.on('requestfailed', onEnd);
  return count;
}

const isStream = (url: string) => new URL(url).pathname === '/api/events';
