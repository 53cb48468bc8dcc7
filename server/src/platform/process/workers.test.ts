import cluster from 'node:cluster';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, expect, it } from 'vitest';

import { Workers, type WorkersParts } from './workers.ts';

const folder = mkdtempSync(join(tmpdir(), 'tablon-workers-'));
const node = process.execPath;
const opened: Workers[] = [];
const isReady =
  "process.send({ ready: true }); process.on('SIGTERM', () => setTimeout(() => process.exit(0), 300));";
writeFileSync(join(folder, 'worker.mjs'), `${isReady} setInterval(() => {}, 1_000);`);
cluster.setupPrimary({ exec: join(folder, 'worker.mjs'), args: [], execArgv: [] });

const breakForks = () => (process.execPath = join(folder, 'no-such-node'));
const mendForks = () => (process.execPath = node);

afterEach(async () => {
  mendForks();
  for (const workers of opened.splice(0)) await workers.close(5_000);
});
afterAll(() => rmSync(folder, { recursive: true }));

function open(parts: Partial<WorkersParts> = {}): Workers {
  const nothing = () => undefined;
  const defaults = { count: 1, onStart: nothing, onMessage: nothing, onEnd: nothing, onFailedFork: nothing };
  const workers = new Workers({ ...defaults, ...parts });
  opened.push(workers);
  return workers;
}

function pids(): number[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => worker?.process.pid ?? []);
}

it('a worker that cannot be forked for a moment is started again', async () => {
  const failures: string[] = [];
  const workers = open({
    onEnd: breakForks,
    onFailedFork: ({ message }) => {
      failures.push(message);
      mendForks();
    },
  });
  expect(await workers.start()).toBe(true);
  const [first = 0] = pids();
  process.kill(first, 'SIGKILL');
  await expect.poll(pids).not.toContain(first);
  await expect.poll(pids).toHaveLength(1);
  expect(failures).toEqual([expect.stringContaining('ENOENT')]);
});

it('the start fails when the first worker cannot be forked', async () => {
  const failures: string[] = [];
  breakForks();
  expect(await open({ onFailedFork: ({ message }) => failures.push(message) }).start()).toBe(false);
  expect(failures).toEqual([expect.stringContaining('ENOENT')]);
});

it('a stop waits for the other workers also when one cannot be forked', async () => {
  const failure = Promise.withResolvers<void>();
  const workers = open({ count: 2, onEnd: breakForks, onFailedFork: () => failure.resolve() });
  expect(await workers.start()).toBe(true);
  process.kill(pids()[0] ?? 0, 'SIGKILL');
  await failure.promise;
  const rest = pids();
  expect(rest).toHaveLength(1);
  await workers.close(5_000);
  expect(pids()).toEqual([]);
});
