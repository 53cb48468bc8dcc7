import type { Page } from '@playwright/test';

export type PageWatch = (page: Page) => void;

/** Notes what goes wrong in a page: console errors (a breach of the CSP is one), thrown errors, native dialogs. */
export function watchPage(page: Page, troubles: string[]): void {
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error' && !isTracer(message.text(), url))
      troubles.push(`console: ${message.text()} (${url})`);
  });
  page.on('pageerror', (error) => troubles.push(`page: ${error.stack ?? error.message}`));
  page.on('dialog', (dialog) => {
    troubles.push(`native ${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

// Playwright's trace reads the pictures of the page, also those that only the page itself may show.
function isTracer(text: string, url: string): boolean {
  return url === '' && text.startsWith("Connecting to 'blob:");
}
