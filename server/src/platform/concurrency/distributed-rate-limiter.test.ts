import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';

import { expect, onTestFinished, test, vi } from 'vitest';

import type { Task } from '../../../test/limit-worker.ts';
import { DistributedRateLimiter } from './distributed-rate-limiter.ts';
import { RemoteWindows, WindowServer } from './remote-windows.ts';

const hourly = (max: number) => [{ max, seconds: 3_600 }];

test('three processes together admit exactly the limit, counted by their parent', async () => {
  const server = new WindowServer();
  const workers = Array.from({ length: 3 }, () => startWorker(server, 10_000));
  const task: Task = { key: 'publish ana', limits: hourly(60), tries: 334 };
  const passes = await Promise.all(workers.map((worker) => runTask(worker, task)));
  expect(sum(passes)).toBe(60);
});

test('three processes whose parent does not answer admit no more than the limit', async () => {
  const workers = Array.from({ length: 3 }, () => startWorker(null, 100));
  const task: Task = { key: 'publish ana', limits: hourly(61), tries: 334 };
  const passes = await Promise.all(workers.map((worker) => runTask(worker, task)));
  // A third of the limit each, rounded down.
  expect(passes).toEqual([20, 20, 20]);
});

test('a step counts in all its windows, or in none when one is full', async () => {
  const { limiter } = openLimiters();
  const limits = [
    { max: 2, seconds: 60 },
    { max: 3, seconds: 3_600 },
  ];
  const [a, b] = [limiter(), limiter()];
  expect([await a.take('k', limits), await b.take('k', limits)]).toEqual([0, 0]);
  for (const full of [a, b]) expect(await full.take('k', limits)).toBe(60);
  // The hour holds two, so one more fits.
  expect(await b.wait('k', limits.slice(1))).toBe(0);
  expect(await b.wait('k', limits.slice(1), 2)).toBe(3_600);
});

test('a full window is refused without asking again', async () => {
  const { limiter, questionCount } = openLimiters();
  const [a, b] = [limiter(), limiter()];
  for (let i = 0; i < 3; i += 1) await a.take('k', hourly(3));
  await b.take('k', hourly(3));
  const before = questionCount();
  for (const full of [a, b]) expect(await full.take('k', hourly(3))).toBeGreaterThan(3_000);
  expect(questionCount()).toBe(before);
});

test('a loose count counts here at once, and for the others after it was sent', async () => {
  const { limiter } = openLimiters();
  const [a, b] = [limiter(), limiter()];
  for (let i = 0; i < 10; i += 1) expect(a.takeLoosely('k', hourly(10))).toBe(0);
  expect(a.takeLoosely('k', hourly(10))).toBeGreaterThan(0);
  await a.send();
  // The first one was counted before this process learned of the others.
  expect(b.takeLoosely('k', hourly(10))).toBe(0);
  await b.send();
  expect(b.takeLoosely('k', hourly(10))).toBeGreaterThan(0);
});

test('without an answer the first waits 100 ms and the others do not, and all count afterwards', async () => {
  const { limiter, silence } = openLimiters();
  const [a, b] = [limiter({ instances: 2, answerMs: 100 }), limiter()];
  expect(await a.take('k', hourly(10))).toBe(0);
  silence(true);
  expect(await elapsed(a.take('other', hourly(10)))).toBeGreaterThan(90);
  expect(
    await elapsed(Promise.all(Array.from({ length: 1_000 }, () => a.take('flood', hourly(10))))),
  ).toBeLessThan(90);
  for (let i = 0; i < 20; i += 1) await a.take('k', hourly(10));
  expect(a.localDecisions).toBeGreaterThan(1_000);
  silence(false);
  // One was counted together and four more locally, of a share of five.
  await vi.waitFor(async () => {
    await a.send();
    expect(await b.wait('k', hourly(10), 6)).toBeGreaterThan(0);
  }, 10_000);
  for (let i = 0; i < 5; i += 1) expect(await b.take('k', hourly(10))).toBe(0);
  expect(await b.take('k', hourly(10))).toBeGreaterThan(0);
});

test('steps whose answer comes too late count once', async () => {
  const { limiter, delay } = openLimiters();
  const [a, b, other] = [limiter({ answerMs: 100 }), limiter({ answerMs: 100 }), limiter()];
  a.takeLoosely('likes', hourly(10), 3);
  delay(200);
  await Promise.all([a.send(), b.take('posts', hourly(10), 3)]);
  expect(b.localDecisions).toBe(1);
  delay(0);
  for (const late of [a, b]) late.takeLoosely('later', hourly(2));
  await vi.waitFor(async () => {
    await Promise.all([a.send(), b.send()]);
    expect(await other.wait('later', hourly(2))).toBeGreaterThan(0);
  }, 10_000);
  for (const key of ['likes', 'posts']) {
    expect(await other.wait(key, hourly(10), 7)).toBe(0);
    expect(await other.wait(key, hourly(10), 8)).toBeGreaterThan(0);
  }
});

test('a limit below the number of processes admits one in each while they are alone', async () => {
  const { limiter, silence } = openLimiters();
  silence(true);
  const a = limiter({ instances: 6, answerMs: 100 });
  expect(await a.take('k', hourly(2))).toBe(0);
  expect(await a.take('k', hourly(2))).toBeGreaterThan(0);
});

/** Each limiter has its own channel to one server, which can be silenced or late. */
function openLimiters() {
  const server = new WindowServer();
  let questions = 0;
  let isSilent = false;
  let delayMs = 0;
  function limiter({ instances = 1, answerMs = 10_000 } = {}) {
    const { port1, port2 } = new MessageChannel();
    port2.on('message', (message) => {
      questions += 1;
      if (isSilent) return;
      server.receive(message, (answer) => setTimeout(() => port2.postMessage(answer), delayMs));
    });
    const windows = new RemoteWindows((message) => port1.postMessage(message), answerMs);
    port1.on('message', (message) => windows.receive(message));
    const newLimiter = new DistributedRateLimiter({ windows, instances: () => instances });
    onTestFinished(async () => {
      await newLimiter.close();
      port1.close();
    });
    return newLimiter;
  }
  return {
    limiter,
    questionCount: () => questions,
    silence: (silent: boolean) => (isSilent = silent),
    delay: (ms: number) => (delayMs = ms),
  };
}

function startWorker(server: WindowServer | null, answerMs: number): ChildProcess {
  const worker = fork(join(import.meta.dirname, '../../../test/limit-worker.ts'), [`${answerMs}`]);
  worker.on('message', (message) => server?.receive(message, (answer) => worker.send(answer)));
  onTestFinished(() => void worker.kill());
  return worker;
}

function runTask(worker: ChildProcess, task: Task): Promise<number> {
  worker.send(task);
  return new Promise((resolve) => {
    worker.on('message', ({ passed }: { passed?: number }) => {
      if (passed !== undefined) resolve(passed);
    });
  });
}

async function elapsed(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
