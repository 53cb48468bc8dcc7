import { expect, test } from 'vitest';

import { median, percentile } from './latencies.ts';

test('a percentile is the nearest rank', () => {
  const values = Float64Array.from({ length: 200 }, (_, i) => i + 1);
  expect(percentile(values, 0.5)).toBe(100);
  expect(percentile(values, 0.99)).toBe(198);
  expect(percentile(values, 1)).toBe(200);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBe(0);
});

test('a median is the middle value, whatever the order', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBe(0);
});
