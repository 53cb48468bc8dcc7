import { expect, it } from 'vitest';

import { MemoryRateLimiter } from './rate-limiter.ts';

it('a limit admits its maximum per window, says how long to wait, and resets', () => {
  let now = 0;
  const limiter = new MemoryRateLimiter(() => now);
  const limits = [
    { max: 2, seconds: 10 },
    { max: 3, seconds: 100 },
  ];
  expect([limiter.take('a', limits), limiter.take('a', limits)]).toEqual([0, 0]);
  now = 4_000;
  expect(limiter.wait('a', limits)).toBe(6);
  expect(limiter.take('a', limits)).toBe(6);
  expect(limiter.take('b', limits)).toBe(0);
  now = 10_001;
  expect(limiter.take('a', limits)).toBe(0);
  expect(limiter.take('a', limits)).toBe(90);
});

it('nobody waits longer than a window when the clock is set back', () => {
  let now = 3_600_000;
  const limiter = new MemoryRateLimiter(() => now);
  const limits = [{ max: 1, seconds: 10 }];
  limiter.take('a', limits);
  now = 0;
  expect(limiter.take('a', limits)).toBe(10);
  now = 10_001;
  expect(limiter.take('a', limits)).toBe(0);
});

it('amounts are counted, and one above the limit is refused', () => {
  const limiter = new MemoryRateLimiter(() => 0);
  const limits = [{ max: 500, seconds: 60 }];
  expect(limiter.take('a', limits, 300)).toBe(0);
  expect(limiter.take('a', limits, 201)).toBe(60);
  expect(limiter.take('a', limits, 200)).toBe(0);
  expect(limiter.take('a', limits, 1)).toBe(60);
});

it('the least recently used keys are dropped first', () => {
  const limiter = new MemoryRateLimiter(() => 0, 100);
  const limits = [{ max: 1, seconds: 60 }];
  limiter.take('same', limits);
  for (let i = 0; i < 500; i++) {
    limiter.take(`other ${i}`, limits);
    limiter.wait('same', limits);
  }
  expect(limiter.take('same', limits)).toBe(60);
});
