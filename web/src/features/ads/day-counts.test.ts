import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { closedStorage, memoryStorage } from '../../state/memory-storage.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 23, 59) });
  vi.resetModules();
  vi.stubGlobal('localStorage', memoryStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('counts each ad by the user’s day, and drops the days before', async () => {
  const { addImpression, impressionsToday } = await import('./day-counts.ts');
  addImpression('a');
  addImpression('a');
  addImpression('b');
  expect([impressionsToday('a'), impressionsToday('b'), impressionsToday('c')]).toEqual([2, 1, 0]);
  expect(Object.keys(localStorage)).toEqual(['tablon.ads.2026-11-21']);
  vi.setSystemTime(new Date(2026, 10, 22, 0, 0));
  expect(impressionsToday('a')).toBe(0);
  addImpression('a');
  expect(Object.keys(localStorage)).toEqual(['tablon.ads.2026-11-22']);
  expect(localStorage.getItem('tablon.ads.2026-11-22')).toBe('{"a":1}');
});

it.each(['{', 'null', '[]', '{"a":-1}', '{"a":"9"}'])('begins at none when %s is stored', async (text) => {
  const { addImpression, impressionsToday } = await import('./day-counts.ts');
  localStorage.setItem('tablon.ads.2026-11-21', text);
  expect(impressionsToday('a')).toBe(0);
  addImpression('a');
  expect(impressionsToday('a')).toBe(1);
});

it('counts without storage', async () => {
  vi.stubGlobal('localStorage', closedStorage());
  const { addImpression, impressionsToday } = await import('./day-counts.ts');
  addImpression('a');
  addImpression('a');
  expect(impressionsToday('a')).toBe(2);
});
