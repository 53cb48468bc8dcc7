import type { Page } from '@playwright/test';

export type PageWatch = (page: Page) => void;

/** Notes what goes wrong in a page: console errors (a breach of the CSP is one), thrown errors, native dialogs. */
export function watchPage(page: Page, troubles: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => troubles.push(`page: ${error.stack ?? error.message}`));
  page.on('dialog', (dialog) => {
    troubles.push(`native ${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
}
