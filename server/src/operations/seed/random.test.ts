import { describe, expect, test } from 'vitest';

import { createRandom, idAt, WeightedPick } from './random.ts';

describe('random numbers', () => {
  test('the same seed gives the same numbers, another seed different ones', () => {
    const numbers = (seed: number) => {
      const random = createRandom(seed);
      return Array.from({ length: 50 }, () => random.next());
    };
    expect(numbers(7)).toEqual(numbers(7));
    expect(numbers(7)).not.toEqual(numbers(8));
  });

  test('they spread evenly over [0, 1)', () => {
    const random = createRandom(1);
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < 100_000; i++) {
      const n = random.next();
      tenths[Math.floor(n * 10)]! += 1;
    }
    expect(Math.min(...tenths)).toBeGreaterThan(9_600);
    expect(Math.max(...tenths)).toBeLessThan(10_400);
  });

  test('between includes both bounds', () => {
    const random = createRandom(2);
    const values = new Set(Array.from({ length: 200 }, () => random.between(3, 6)));
    expect([...values].toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6]);
  });

  test('there is nothing to pick from an empty list', () => {
    expect(() => createRandom(3).pick([])).toThrow(RangeError);
  });
});

describe('ids', () => {
  test('have the form of UUID version 7 and sort by their moment', () => {
    const random = createRandom(4);
    const ids = [1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000].map((at) => idAt(random, at));
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids.toSorted()).toEqual(ids);
    expect(Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16)).toBe(1_700_000_000_000);
  });
});

describe('a weighted pick', () => {
  test('follows the weights and never picks weight zero', () => {
    const random = createRandom(5);
    const pick = new WeightedPick([1, 0, 3]);
    const values = [0, 0, 0];
    for (let i = 0; i < 40_000; i++) values[pick.index(random)]! += 1;
    expect(values[1]).toBe(0);
    expect(values[2]! / values[0]!).toBeCloseTo(3, 0);
  });
});
