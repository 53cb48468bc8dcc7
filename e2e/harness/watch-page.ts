import type { Page } from '@playwright/test';

export type PageWatch = (page: Page) => void;

/** Records console errors (which include CSP violations), uncaught errors and native dialogs. */
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

// Playwright's trace requests the page's images, even those that only the page may load.
function isTracer(text: string, url: string): boolean {
  return url === '' && text.startsWith("Connecting to 'blob:");
}
