import { expect, test } from 'vitest';

import { growth } from './growth.ts';

const minute = 60_000;

test('the growth per hour is found despite noisy samples', () => {
  const samples = Array.from({ length: 100 }, (_, i) => ({
    at: i * minute,
    bytes: 50e6 + i * 1e6 + (i % 2 === 0 ? 5e6 : -5e6),
  }));
  expect(growth(samples) / 60e6).toBeCloseTo(1, 1);
});

test('constant samples have no growth', () => {
  expect(growth([1, 2, 3].map((at) => ({ at, bytes: 7 })))).toBe(0);
  expect(growth([{ at: 1, bytes: 7 }])).toBe(0);
  expect(growth([])).toBe(0);
});
