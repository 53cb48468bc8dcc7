import { expect, test } from 'vitest';

import { Latencies, median, percentile } from './latencies.ts';

test('latencies are kept however many there are, and sorted up to a count', () => {
  const latencies = new Latencies();
  for (let i = 0; i < 150_000; i++) latencies.add((i * 7) % 150_000);
  expect(latencies.count).toBe(150_000);
  expect(latencies.sorted(150_000)).toEqual(Float64Array.from({ length: 150_000 }, (_, i) => i));
  expect([...latencies.sorted(3)]).toEqual([0, 7, 14]);
});

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
