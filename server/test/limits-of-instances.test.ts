import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { RedisWindows } from '../src/platform/redis/redis-windows.ts';
import { openRedisCommands } from '../src/platform/redis/redis.ts';
import { cloneDatabase } from './database.ts';
import { waitForConnection, hasRedis, startRedis, type TestRedis, waitLong } from './redis.ts';
import { openSite, type TestSite, type User } from './site.ts';

const { db } = await cloneDatabase();
const instances = 6;
const tries = 1_000;
/** Deletions per user and hour. */
const max = 60;

describe.runIf(hasRedis)('six instances of the site on one database and one Redis', () => {
  let server: TestRedis;
  const connections: Redis[] = [];
  const sites: TestSite[] = [];
  let questions = 0;

  beforeAll(async () => {
    server = await startRedis();
    for (let i = 0; i < instances; i++) {
      const redis = openRedisCommands(server.url, () => {});
      connections.push(redis);
      await waitForConnection(redis);
      const windows = new RedisWindows(redis, 'site');
      const run: typeof windows.run = (steps) => {
        questions += 1;
        return windows.run(steps);
      };
      const sharedLimits = { windows: { run }, instances: () => instances };
      sites.push(await openSite(db, { rateLimits: true, sharedLimits }));
    }
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.close()));
    for (const redis of connections) redis.disconnect();
    await server.kill();
  });

  it('of a thousand deletions by one user exactly the limit passes', async () => {
    for (const redis of connections) waitLong(redis);
    expect((await flood(await sites[0]!.user('Insistente'))).passed).toBe(max);
  });

  it('reading the feed asks Redis once a second, and not for each page', async () => {
    const user = await sites[0]!.user('Lectora');
    const before = questions;
    for (let i = 0; i < 100; i++) await user.call('getFeed', { tab: 'paraVos' });
    expect(questions - before).toBeLessThan(50);
  });

  it('while Redis hangs or is dead no more than the limit passes, and few calls wait for it', async () => {
    for (const { options } of connections) options.commandTimeout = 100;
    const [first, second] = [await sites[0]!.user('Primera'), await sites[0]!.user('Segundo')];
    server.pause();
    const hanging = await flood(first);
    server.resume();
    expect(hanging.passed).toBe(max);
    // Each instance retries Redis once a second, with one call that waits 100 ms.
    expect(hanging.asked).toBeLessThan(tries / 4);
    expect(hanging.longestMs).toBeLessThan(10_000);
    await server.kill();
    expect((await flood(second)).passed).toBe(max);
    const { body } = await sites[0]!.app.http.inject({ url: '/metrics' });
    expect(Number(/^tablon_rate_limits_alone_total (\d+)$/m.exec(body)?.[1])).toBeGreaterThan(50);
  });

  /** Deletes unknown posts, twelve at a time, through all instances: a call counts when it arrives. */
  async function flood({ cookies }: User): Promise<{ passed: number; asked: number; longestMs: number }> {
    const visitors = sites.map((site) => {
      const visitor = site.visitor();
      for (const [name, value] of cookies) visitor.cookies.set(name, value);
      return visitor;
    });
    // Fills the caches: a busy database must not fail a call before it is counted.
    for (const visitor of visitors) await visitor.call('getProfile');
    const statuses: number[] = [];
    const before = questions;
    let longestMs = 0;
    let next = 0;
    async function work(): Promise<void> {
      while (next < tries) {
        const visitor = visitors[next++ % instances]!;
        const start = performance.now();
        statuses.push((await visitor.ask('deletePost')).status);
        longestMs = Math.max(longestMs, performance.now() - start);
      }
    }
    await Promise.all(Array.from({ length: 12 }, work));
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    const passCount = statuses.filter((status) => status === 400).length;
    return { passed: passCount, asked: questions - before, longestMs };
  }
});
