import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { hasRedis, startRedis, type TestRedis, waitForConnection, waitLong } from '../../../test/redis.ts';
import { DistributedRateLimiter } from '../concurrency/distributed-rate-limiter.ts';
import { RedisWindows } from './redis-windows.ts';
import { openRedisCommands } from './redis.ts';

const hourly = (max: number) => [{ max, seconds: 3_600 }];

describe.runIf(hasRedis)('limits in Redis', () => {
  test('two processes together admit exactly the limit, in all windows of a key or in none', async () => {
    const { limiters } = await openLimiters(2);
    const limits = [
      { max: 60, seconds: 3_600 },
      { max: 100, seconds: 86_400 },
    ];
    const tries = Array.from({ length: 1_000 }, (_, i) => limiters[i % 2]!.take('k', limits));
    const waits = await Promise.all(tries);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(60);
    expect(Math.max(...waits)).toBeLessThanOrEqual(3_600);
    // A refused attempt counts in no window.
    const [, day] = limits;
    expect(await limiters[0]!.wait('k', [day!], 40)).toBe(0);
    expect(await limiters[0]!.wait('k', [day!], 41)).toBeGreaterThan(3_600);
  });

  test('a window ends after its seconds, and leaves no key in Redis', async () => {
    const { limiters, redis } = await openLimiters(1);
    const limits = [{ max: 2, seconds: 3 }];
    for (const isRefused of [false, false, true])
      expect((await limiters[0]!.take('k', limits)) > 0).toBe(isRefused);
    expect(await redis.pttl('site:rl:{k}:3')).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await redis.keys('*')).toEqual([]), { timeout: 15_000 });
    expect(await limiters[0]!.take('k', limits)).toBe(0);
  });

  test('two sites with one Redis count apart', async () => {
    const { limiters, redis } = await openLimiters(1);
    const other = new DistributedRateLimiter({
      windows: new RedisWindows(redis, 'other'),
      instances: () => 1,
    });
    expect(await limiters[0]!.take('k', hourly(1))).toBe(0);
    expect(await other.take('k', hourly(1))).toBe(0);
    expect(await other.take('k', hourly(1))).toBeGreaterThan(0);
    await other.close();
  });

  test('what is counted loosely by one process reaches the other', async () => {
    const { limiters } = await openLimiters(2);
    const [a, b] = limiters;
    for (let i = 0; i < 300; i += 1) a!.takeLoosely(`k${i % 150}`, hourly(2));
    await a!.send();
    expect(await b!.take('k0', hourly(2))).toBeGreaterThan(0);
    expect(await b!.take('k149', hourly(2))).toBeGreaterThan(0);
  });

  test('without Redis two processes admit their shares, and after its restart the limit again', async () => {
    const { limiters, server, redis } = await openLimiters(2);
    await server.kill();
    const waits = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => limiters[i % 2]!.take('k', hourly(61))),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(60);
    await server.start();
    // Redis has lost the script and the counts, which its processes send again.
    await untilHolds(async () => {
      for (const limiter of limiters) await limiter.send();
      expect(await redis.get('site:rl:{k}:3600')).toBe('60');
    });
    // A process whose connection breaks again decides by its share, which is full, and counts nothing.
    await untilHolds(async () => expect(await limiters[0]!.take('k', hourly(61))).toBe(0));
    expect(await limiters[1]!.take('k', hourly(61))).toBeGreaterThan(0);
  });
});

const untilHolds = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000 });

async function openLimiters(count: number) {
  const server: TestRedis = await startRedis();
  onTestFinished(() => server.kill());
  const connections = Array.from({ length: count }, () => openRedisCommands(server.url, () => {}));
  const limiters = connections.map(
    (redis) =>
      new DistributedRateLimiter({ windows: new RedisWindows(redis, 'site'), instances: () => count }),
  );
  onTestFinished(async () => {
    for (const limiter of limiters) await limiter.close();
    for (const redis of connections) redis.disconnect();
  });
  await Promise.all(connections.map(waitForConnection));
  for (const redis of connections) waitLong(redis);
  return { server, limiters, redis: connections[0]! };
}
