import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, chromium } from '@playwright/test';

import { castPassword } from '../../server/src/operations/seed/cast.ts';
import { findBrowsers } from './browser.ts';
import { freePort, siteUrl, startProcess } from './site-process.ts';

export type ExampleSite = { readonly url: string; readonly stop: () => Promise<void> };

/** In a temporary folder, which `stop` removes. */
export async function startExampleSite(size: { users: number; posts: number }): Promise<ExampleSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tablon-example-'));
  const clean = () => rm(dataDir, { recursive: true, force: true });
  try {
    const port = await freePort();
    const stop = await startProcess({ port, dataDir });
    try {
      await seed(dataDir, siteUrl(port), size);
    } catch (error) {
      await stop();
      throw error;
    }
    const end = async () => {
      await stop();
      await clean();
    };
    return { url: siteUrl(port), stop: end };
  } catch (error) {
    await clean();
    throw error;
  }
}

async function seed(dataDir: string, url: string, { users, posts }: { users: number; posts: number }) {
  const main = join(import.meta.dirname, '../../server/dist/seed-main.js');
  const child = spawn(process.execPath, [main, `--users=${users}`, `--posts=${posts}`], {
    env: { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: url, DATABASE_URL: '', MAIN_USER: '@tablon' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The seed ended with ${code}.`);
}

/** Other programs can control the browser at its port. */
export async function openBrowser(options: Parameters<typeof chromium.launchPersistentContext>[1] = {}) {
  const { executablePath, args, env } = (await findBrowsers()).journeys;
  const profile = await mkdtemp(join(tmpdir(), 'tablon-browser-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    env: { ...process.env, ...env },
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    ...options,
  });
  const close = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  };
  return { context, port, close };
}

export async function signInAs(context: BrowserContext, url: string, email = 'lauti@hinchada.example') {
  const answer = await context.request.post(`${url}/api/signIn`, {
    data: { email, password: castPassword },
    headers: { Origin: url },
  });
  if (!answer.ok()) throw new Error(`signIn answered ${answer.status()}: ${await answer.text()}`);
}
