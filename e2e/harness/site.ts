import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';

import { Person } from './person.ts';
import { watchPage, type PageWatch } from './watch-page.ts';

export type JourneyOptions = {
  /** The journey is then skipped and reported. */
  isBrowserMissing: boolean;
};

type Fixtures = JourneyOptions & {
  skipped: void;
  /** Console messages that the journey provokes, such as of a refused call. */
  expectedErrors: RegExp[];
  watch: PageWatch;
  /** Signs up with a page of its own. The first steps are put off unless `firstSteps` is set. */
  join: (name: string, options?: { firstSteps: boolean }) => Promise<Person>;
  /** Opens a page without a session. */
  visitor: () => Promise<Page>;
};

export { expect };

/** A console error, a page error or a CSP violation fails the journey. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => {
    const url = process.env['E2E_URL'];
    if (!url) throw new Error('The site is not started: run the journeys by Playwright’s own configuration.');
    await use(url);
  },
  isBrowserMissing: [false, { option: true }],
  skipped: [
    async ({ isBrowserMissing }, use, info) => {
      info.skip(isBrowserMissing, 'It needs a whole Chromium, and none is installed.');
      await use();
    },
    { auto: true },
  ],
  expectedErrors: [[], { option: true }],
  watch: async ({ expectedErrors }, use) => {
    const troubles: string[] = [];
    await use((page) => watchPage(page, troubles));
    const unexpectedErrors = troubles.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)));
    expect(unexpectedErrors, 'troubles in the browser').toEqual([]);
  },
  page: async ({ page, watch }, use) => {
    watch(page);
    await use(page);
  },
  visitor: async ({ browser, contextOptions, baseURL, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: baseURL! });
      contexts.push(context);
      const page = await context.newPage();
      watch(page);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  join: async ({ visitor, baseURL }, use) => {
    await use(async (name, { firstSteps } = { firstSteps: false }) => {
      const person = await Person.signUp(await visitor(), baseURL!, name);
      if (!firstSteps) await person.command('setOnboarding', { snooze: true });
      return person;
    });
  },
});
