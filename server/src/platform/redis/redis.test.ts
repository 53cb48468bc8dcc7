import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { hasRedis, startRedis, waitForConnection } from '../../../test/redis.ts';
import { type OnRedisError, openRedisCommands, openRedisSubscriber, reconnectDelay } from './redis.ts';

test('attempts to connect come 50 to 700 ms after each other, at random', () => {
  const delays = Array.from({ length: 200 }, (_, index) => reconnectDelay((index % 20) + 1));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(50);
  expect(Math.max(...delays)).toBeLessThanOrEqual(700);
  expect(Math.max(...delays)).toBeGreaterThan(500);
  expect(new Set(delays).size).toBeGreaterThan(150);
});

describe.runIf(hasRedis)('with a Redis', () => {
  test('a command fails at once while Redis is away, and works again after its return', async () => {
    const server = await redisServer();
    const commands = connect(openRedisCommands, server.url);
    await waitForConnection(commands);
    const closing = new Promise((resolve) => commands.once('close', resolve));
    await server.kill();
    await closing;
    for (let round = 0; round < 20; round += 1) expect(await failureTime(commands.ping())).toBeLessThan(150);
    await server.start();
    await vi.waitFor(async () => expect(await commands.ping()).toBe('PONG'), { timeout: 10_000 });
  });

  test('a command waits 100 ms for a Redis that hangs, and works again once it answers', async () => {
    const server = await redisServer();
    const commands = connect(openRedisCommands, server.url);
    await waitForConnection(commands);
    const closing = new Promise((resolve) => commands.once('close', resolve));
    server.pause();
    const waits = await Promise.all(Array.from({ length: 50 }, () => failureTime(commands.ping())));
    expect(Math.max(...waits)).toBeLessThan(500);
    // On the second attempt the kernel still accepts connections for the stopped process.
    await closing;
    expect(await failureTime(commands.ping())).toBeLessThan(500);
    server.resume();
    await vi.waitFor(async () => expect(await commands.ping()).toBe('PONG'), { timeout: 10_000 });
  });

  test('a subscription holds again after Redis was restarted', async () => {
    const server = await redisServer();
    const commands = connect(openRedisCommands, server.url);
    const subscriber = connect(openRedisSubscriber, server.url);
    const messages: string[] = [];
    subscriber.on('message', (_channel, message) => messages.push(message));
    await subscriber.subscribe('frames');
    await server.kill();
    await server.start();
    await vi.waitFor(async () => expect(await commands.publish('frames', 'after')).toBe(1), {
      timeout: 10_000,
    });
    await vi.waitFor(() => expect(messages).toContain('after'), { timeout: 10_000 });
  });

  test('a refused password reaches the callback without the password', async () => {
    const server = await redisServer({ password: 'right' });
    const reasons: unknown[] = [];
    connect(openRedisCommands, server.url.replace('right', 'guessed'), (reason) => reasons.push(reason));
    await vi.waitFor(() => expect(reasons.join()).toContain('WRONGPASS'), { timeout: 10_000 });
    expect(JSON.stringify(reasons)).not.toContain('guessed');
    const right = connect(openRedisCommands, server.url);
    await waitForConnection(right);
  });
});

async function redisServer(options?: { password: string }) {
  const server = await startRedis(options);
  onTestFinished(() => server.kill());
  return server;
}

function connect(open: typeof openRedisCommands, url: string, onError: OnRedisError = () => {}) {
  const redis = open(url, onError);
  onTestFinished(() => redis.disconnect());
  return redis;
}

async function failureTime(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work.then(
    () => Promise.reject(new Error('the command was answered')),
    () => null,
  );
  return performance.now() - start;
}
