import { defineConfig } from '@playwright/test';

import { findBrowser } from './e2e/harness/browser.ts';

const browser = await findBrowser();
const report = process.env['E2E_REPORT'];

export default defineConfig({
  testDir: 'e2e/journeys',
  globalSetup: './e2e/harness/start-site.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A machine that others use starves a journey now and then. The verdict names those that needed it.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  use: {
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    colorScheme: 'dark',
    viewport: { width: 1280, height: 900 },
    // Its own journeys let it in: past it, what a journey does to the network reaches the page.
    serviceWorkers: 'block',
    // Pictures of every step would cost an eighth of the run.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      executablePath: browser.executablePath,
      args: browser.args,
      env: { ...process.env, ...browser.env },
    },
  },
});
