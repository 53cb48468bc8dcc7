import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Ad } from '../../../../contract/src/calls/ads.ts';
import { memoryStorage } from '../../state/memory-storage.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', memoryStorage());
});
afterEach(() => vi.unstubAllGlobals());

const posts = Array.from({ length: 12 }, (_, i) => `p${i + 1}`);
const adOf = (id: string, change: Partial<Ad> = {}) =>
  ({
    id,
    status: 'active',
    startAt: '2026-01-01T00:00:00Z',
    endAt: null,
    frequency: 4,
    capPerUserPerDay: 9,
    ...change,
  }) as Ad;
const pastEnd = { endAt: '2026-01-02T00:00:00Z' };

async function newPage() {
  const { placeIn, markSeen, forgetPlaces } = await import('./ad-places.ts');
  const { addImpression } = await import('./day-counts.ts');
  const place = (list: string, ads: Ad[], isVisit: boolean, postIds = posts) =>
    placeIn(list, postIds, ads, { isVisit });
  const order = (...args: Parameters<typeof place>) =>
    place(...args).map(({ postId, ad }) => `${postId} ${ad.id}`);
  const see = (adPlace: ReturnType<typeof place>[number] | undefined) => {
    if (!adPlace) throw new Error('There is no such place');
    markSeen(adPlace.place);
    addImpression(adPlace.ad.id);
  };
  return { place, order, see, forgetPlaces };
}

it('an ad that ended or was deleted stays while the list is open, and is replaced on the next visit', async () => {
  const { order } = await newPage();
  expect(order('feed', [adOf('A')], true)).toEqual(['p4 A', 'p8 A', 'p12 A']);
  expect(order('feed', [adOf('A', pastEnd)], false)).toEqual(['p4 A', 'p8 A', 'p12 A']);
  expect(order('feed', [adOf('A', pastEnd), adOf('B')], true)).toEqual(['p4 B', 'p8 B', 'p12 B']);
  expect(order('feed', [], true)).toEqual([]);
});

it('an ad that is still shown keeps its places on the next visit, and a new one takes only free ones', async () => {
  const { order, place } = await newPage();
  expect(order('feed', [adOf('A')], true, posts.slice(0, 7))).toEqual(['p4 A']);
  expect(order('feed', [adOf('B'), adOf('A')], true)).toEqual(['p4 A', 'p8 A', 'p12 B']);
  expect(place('feed', [adOf('A')], true).map(({ isLate }) => isLate)).toEqual([false, false, true]);
});

it('after a change in the panel the ads are placed from the beginning', async () => {
  const { order, forgetPlaces } = await newPage();
  order('feed', [adOf('A')], true);
  forgetPlaces();
  expect(order('feed', [adOf('B'), adOf('A')], true)).toEqual(['p4 B', 'p8 A', 'p12 B']);
});

it('places that nobody has seen yet count towards the cap, in pages that follow too', async () => {
  const { order, place, see } = await newPage();
  const ads = [adOf('A', { capPerUserPerDay: 2 })];
  expect(order('feed', ads, true, posts.slice(0, 4))).toEqual(['p4 A']);
  expect(order('feed', ads, false)).toEqual(['p4 A', 'p8 A']);
  see(place('feed', ads, false)[0]);
  expect(order('feed', ads, true)).toEqual(['p4 A', 'p8 A']);
});

it('a place that was not seen before the ad reached its cap in another list is given up', async () => {
  const { order, place, see } = await newPage();
  const ads = [adOf('A', { capPerUserPerDay: 2 })];
  see(place('siguiendo', ads, true)[0]);
  expect(order('siguiendo', ads, false)).toEqual(['p4 A', 'p8 A']);
  see(place('paraVos', ads, true)[0]);
  expect(order('siguiendo', ads, true)).toEqual(['p4 A']);
});
