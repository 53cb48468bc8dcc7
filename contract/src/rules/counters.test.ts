import { expect, it } from 'vitest';

import { abbreviate, argentine, plural } from './counters.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1K'],
  [1250, '1.2K'],
  [1999, '1.9K'],
  [9_999, '9.9K'],
  [10_000, '10K'],
  [999_999, '999.9K'],
  [1_000_000, '1M'],
  [2_300_000, '2.3M'],
])('the counter %d is abbreviated as %s', (count, text) => {
  expect(abbreviate(count)).toBe(text);
});

it('the singular is used only for one', () => {
  expect([0, 1, 2].map((n) => plural(n, 'voto', 'votos'))).toEqual(['0 votos', '1 voto', '2 votos']);
});

it('whole numbers have points', () => {
  expect([0, 999, 2002, 1_234_567].map(argentine)).toEqual(['0', '999', '2.002', '1.234.567']);
});
