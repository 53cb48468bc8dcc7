import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let kept: Map<string, string>;
let day = new Date(2026, 10, 21, 23, 59);

beforeEach(() => {
  kept = new Map();
  day = new Date(2026, 10, 21, 23, 59);
  vi.useFakeTimers({ now: day });
  vi.resetModules();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value);
      (storage as Record<string, unknown>)[key] = value;
    },
    removeItem: (key: string) => {
      kept.delete(key);
      delete (storage as Record<string, unknown>)[key];
    },
  };
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('counts each ad by the user’s day, and forgets the days before', async () => {
  const { addImpression, impressionsToday } = await import('./day-counts.ts');
  addImpression('a');
  addImpression('a');
  addImpression('b');
  expect([impressionsToday('a'), impressionsToday('b'), impressionsToday('c')]).toEqual([2, 1, 0]);
  expect([...kept.keys()]).toEqual(['tablon.ads.2026-11-21']);
  vi.setSystemTime(new Date(2026, 10, 22, 0, 0));
  expect(impressionsToday('a')).toBe(0);
  addImpression('a');
  expect([...kept]).toEqual([['tablon.ads.2026-11-22', '{"a":1}']]);
});

it.each(['{', 'null', '[]', '{"a":-1}', '{"a":"9"}'])('begins at none when %s is kept', async (text) => {
  const { addImpression, impressionsToday } = await import('./day-counts.ts');
  kept.set('tablon.ads.2026-11-21', text);
  expect(impressionsToday('a')).toBe(0);
  addImpression('a');
  expect(impressionsToday('a')).toBe(1);
});

it('counts where nothing can be kept', async () => {
  vi.stubGlobal('localStorage', undefined);
  const { addImpression, impressionsToday } = await import('./day-counts.ts');
  addImpression('a');
  addImpression('a');
  expect(impressionsToday('a')).toBe(2);
});
