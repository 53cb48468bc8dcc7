import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, expect, it } from 'vitest';

import { legacyExport } from '../fixtures/legacy-export.ts';
import { Fan } from './fan.ts';
import { Ground, startEnvironment } from './server-process.ts';
import { runTablon } from './tablon-process.ts';

const ground = new Ground();
const site = { DATA_DIR: await ground.folder(), RATE_LIMITS: 'off' };
const folder = await ground.folder();
afterAll(() => ground.end());

const main = join(import.meta.dirname, '../../dist/tablon-main.js');

async function killAt(words: string, path: string): Promise<void> {
  const child = spawn(process.execPath, [main, 'import', path], {
    env: { ...startEnvironment, DATABASE_URL: '', ...site },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exit = once(child, 'exit');
  while (!output.includes(words) && child.exitCode === null) await wait(5);
  child.kill('SIGKILL');
  await exit;
}

it('a killed import continues where it stopped, while the site runs', async () => {
  const path = join(folder, 'export.ndjson');
  const lines = legacyExport().map((line) => JSON.stringify(line));
  await writeFile(path, lines.join('\n'));
  const server = await ground.start(site);
  for (const step of ['… posts', '… follows', '… counters']) await killAt(step, path);
  const report = join(folder, 'report.ndjson');
  const { code, output, complaint } = await runTablon(['import', path, '--report', report], site);
  expect([code, complaint]).toEqual([0, '']);
  const posts = /posts: 35 read, (\d+) imported, (\d+) already there, 5 left out/.exec(output);
  expect(Number(posts?.[1]) + Number(posts?.[2])).toBe(30);
  expect(Number(posts?.[2])).toBeGreaterThan(0);
  expect(await readFile(report, 'utf8')).toContain('{"path":"posts/huerfana","reason":"author unknown"}\n');

  const fan = new Fan(server);
  await fan.call('signUp', {
    displayName: 'Ana',
    email: 'ana@ejemplo.ar',
    password: 'aguante',
    acceptedTos: true,
  });
  const { items } = await fan.call('getFeed', { tab: 'paraVos' });
  expect(items.map(({ text }) => text)).toEqual(
    Array.from({ length: 10 }, (_, i) => `Publicación ${29 - i}`),
  );
  expect(items.every(({ likesCount, commentsCount }) => likesCount === 5 && commentsCount === 1)).toBe(true);
}, 90_000);

it('an invalid export fails with one line', async () => {
  const path = join(folder, 'lista.json');
  await writeFile(path, '[1, 2]');
  const { code, complaint } = await runTablon(['import', path], site);
  expect([code, complaint]).toEqual([1, `${path} is not a JSON document with collections.\n`]);
});
