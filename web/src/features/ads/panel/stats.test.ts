import { expect, it } from 'vitest';

import { bestDay, rateText, shortDay, sumOf } from './stats.ts';

const days = [
  { day: '2026-11-20', impressions: 200, clicks: 9 },
  { day: '2026-11-21', impressions: 1000, clicks: 3 },
];

it('sums up the days, and finds the best of them', () => {
  expect([sumOf(days, 'impressions'), sumOf(days, 'clicks'), sumOf([], 'clicks')]).toEqual([1200, 12, 0]);
  expect([bestDay(days, 'impressions')?.day, bestDay(days, 'clicks')?.day]).toEqual([
    '2026-11-21',
    '2026-11-20',
  ]);
  expect(bestDay([{ day: '2026-11-21', impressions: 0, clicks: 0 }], 'clicks')).toBeUndefined();
});

it('gives the rate with one decimal, and a dash without impressions', () => {
  expect(rateText({ impressions: 200, clicks: 9 })).toMatch(/^4,5\s?%$/);
  expect(rateText({ impressions: 0, clicks: 0 })).toBe('–');
  expect(shortDay('2026-11-05')).toBe('05/11');
});
