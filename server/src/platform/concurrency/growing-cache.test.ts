import { expect, it } from 'vitest';

import { GrowingCache } from './growing-cache.ts';

it('forgets nothing while it grows, and then the least recently used entry', () => {
  const cache = new GrowingCache<string, number>({ max: 5_000 });
  for (let i = 0; i < 5_000; i++) cache.set(String(i), i);
  expect([cache.size, cache.get('0'), cache.get('4999')]).toEqual([5_000, 0, 4_999]);
  cache.set('one more', 5_000);
  expect([cache.size, cache.get('0'), cache.get('1')]).toEqual([5_000, 0, undefined]);
});

it('keeps the age of its entries while it grows', () => {
  let nowMs = 1_000;
  const perf = { now: () => nowMs };
  const cache = new GrowingCache<string, number>({ max: 5_000, ttl: 60_000, ttlResolution: 0, perf });
  cache.set('old', 1);
  nowMs += 40_000;
  for (let i = 0; i < 2_000; i++) cache.set(String(i), i);
  expect(cache.get('old')).toBe(1);
  nowMs += 40_000;
  expect([cache.get('old'), cache.get('1999')]).toEqual([undefined, 1_999]);
});

it('begins with room for few entries', () => {
  const before = process.memoryUsage().arrayBuffers;
  const caches = Array.from({ length: 10 }, () => new GrowingCache<string, number>({ max: 1_000_000 }));
  // Ten such caches of the library would reserve 80 MB for their indexes alone.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e6);
  expect(caches).toHaveLength(10);
});
