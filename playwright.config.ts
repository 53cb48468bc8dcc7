import { availableParallelism } from 'node:os';

import { defineConfig } from '@playwright/test';

import { type Browser, findBrowsers } from './e2e/harness/browser.ts';
import type { JourneyOptions } from './e2e/harness/site.ts';

const { journeys, whole } = await findBrowsers();
const inWholeBrowser = /@whole-browser/;
const report = process.env['E2E_REPORT'];

const launchOptions = ({ executablePath, args, env }: Browser) => ({
  executablePath,
  args,
  env: { ...process.env, ...env },
});

export default defineConfig<JourneyOptions>({
  testDir: 'e2e/journeys',
  globalSetup: './e2e/harness/start-site.ts',
  fullyParallel: true,
  // More than cores: journeys wait for the network and for animations.
  workers: Math.min(availableParallelism() + 2, 6),
  forbidOnly: true,
  // A busy machine can starve a journey. The verdict names the journeys that needed a retry.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  use: {
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    colorScheme: 'dark',
    viewport: { width: 1280, height: 900 },
    // Requests of a service worker bypass the faults that journeys inject. Its own journeys allow it.
    serviceWorkers: 'block',
    // Traces of all first tries would take a tenth of the run.
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'journeys', grepInvert: inWholeBrowser, use: { launchOptions: launchOptions(journeys) } },
    {
      name: 'whole browser',
      grep: inWholeBrowser,
      use: { launchOptions: launchOptions(whole ?? journeys), isBrowserMissing: whole === null },
    },
  ],
});
