import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type AdFields, adErrors, adState, isActive, noPlacement, type Placement, placeAds } from './ads.ts';

const now = new Date('2026-11-21T15:00:00.000Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const iso = (hours: number) => at(hours).toISOString();

describe('state of an ad', () => {
  it.each([
    ['active', -1, 1, 'activo'],
    ['active', -1, null, 'activo'],
    ['active', 0, 0, 'activo'],
    ['active', 1, null, 'programado'],
    ['active', -2, -1, 'terminado'],
    ['paused', -1, 1, 'pausado'],
    ['paused', 1, 2, 'pausado'],
    ['paused', -2, -1, 'terminado'],
  ] as const)('an ad that is %s, from %j to %j hours: %s', (status, from, to, state) => {
    const ad = { status, startAt: iso(from), endAt: to === null ? null : iso(to) };
    expect([adState(ad, now), isActive(ad, now)]).toEqual([state, state === 'activo']);
  });
});

describe('ad form', () => {
  const good: AdFields = {
    title: '',
    text: '',
    linkUrl: 'ole.com.ar',
    site: '',
    hasFile: true,
    startAt: null,
    endAt: null,
    capPerUserPerDay: 3,
    frequency: 6,
  };
  const errors = (change: Partial<AdFields>) => adErrors({ ...good, ...change }, now);

  it('an ad needs only a link and a file', () => {
    expect(errors({})).toEqual({});
    expect(errors({ startAt: at(-5), endAt: at(-4), capPerUserPerDay: 1, frequency: 2 })).toEqual({});
  });

  it.each<[Partial<AdFields>, object]>([
    [{ linkUrl: '  ' }, { linkUrl: 'Ingresá el enlace (link de destino).' }],
    [{ linkUrl: 'javascript:alert(1)' }, { linkUrl: 'El enlace no es válido.' }],
    [{ linkUrl: 'https://ana@ole.com.ar' }, { linkUrl: 'El enlace no es válido.' }],
    [{ hasFile: false }, { hasFile: 'Subí una imagen o un video para el anuncio.' }],
    [{ endAt: at(-1) }, { endAt: 'El fin tiene que ser posterior al inicio.' }],
    [{ startAt: at(2), endAt: at(2) }, { endAt: 'El fin tiene que ser posterior al inicio.' }],
    [{ startAt: new Date(NaN) }, { startAt: 'La fecha no es válida.' }],
    [{ endAt: new Date('0026-11-21T15:00Z') }, { endAt: 'La fecha no es válida.' }],
    [{ capPerUserPerDay: 0 }, { capPerUserPerDay: 'Tiene que ser un número entero de 1 a 1000.' }],
    [{ capPerUserPerDay: NaN }, { capPerUserPerDay: 'Tiene que ser un número entero de 1 a 1000.' }],
    [{ frequency: 1 }, { frequency: 'Tiene que ser un número entero de 2 a 1000.' }],
    [{ frequency: 2.5 }, { frequency: 'Tiene que ser un número entero de 2 a 1000.' }],
    [{ title: '⚽'.repeat(81) }, { title: 'Hasta 80 caracteres.' }],
    [{ text: 'x'.repeat(301) }, { text: 'Hasta 300 caracteres.' }],
  ])('an ad with %j has the expected errors', (change, expectedErrors) => {
    expect(errors(change)).toEqual(expectedErrors);
  });
});

describe('ad placement', () => {
  type Sample = { id: string; frequency: number };
  const posts = (count: number, from = 1) => Array.from({ length: count }, (_, i) => `p${from + i}`);
  const ads = (...frequencies: number[]): Sample[] =>
    frequencies.map((frequency, i) => ({ id: 'ABC'[i] ?? '', frequency }));
  const place = (
    postIds: string[],
    list: Sample[],
    before: Placement<Sample> = noPlacement(),
    openings: (ad: Sample) => number = () => Infinity,
  ) => placeAds({ postIds, ads: list, before, openings });
  const placedIds = ({ after }: Placement<Sample>) => [...after].map(([post, ad]) => `${post}${ad.id}`);

  it('ads stand after posts 6, 12 and 18 in turn', () => {
    expect(placedIds(place(posts(20), ads(6, 6)))).toEqual(['p6A', 'p12B', 'p18A']);
    expect(placedIds(place(posts(20), ads(6)))).toEqual(['p6A', 'p12A', 'p18A']);
  });

  it('an ad waits for as many posts as its frequency', () => {
    expect(placedIds(place(posts(20), ads(2, 5)))).toEqual(['p2A', 'p7B', 'p9A', 'p14B', 'p16A']);
  });

  it('short lists, and lists without ads, show no ad', () => {
    expect(placedIds(place(posts(5), ads(6)))).toEqual([]);
    expect(placedIds(place(posts(20), []))).toEqual([]);
  });

  it('placement continues over the pages of a growing list without moving ads', () => {
    const first = place(posts(10), ads(6, 6));
    const second = place(posts(20), ads(6, 6), first);
    expect(placedIds(second)).toEqual(['p6A', 'p12B', 'p18A']);
    expect(placedIds(place(posts(30), ads(6, 6), second))).toEqual(['p6A', 'p12B', 'p18A', 'p24B', 'p30A']);
  });

  it('an ad that reached its cap is skipped, but existing placements stay', () => {
    const first = place(posts(10), ads(6, 6));
    const openings = ({ id }: Sample) => (id === 'A' ? 9 : 0);
    expect(placedIds(place(posts(20), ads(6, 6), first, openings))).toEqual(['p6A', 'p12A', 'p18A']);
    expect(placedIds(place(posts(20), ads(6, 6), first, () => 0))).toEqual(['p6A']);
  });

  it('an ad is placed only as often as its cap still allows', () => {
    const openings = ({ id }: Sample) => (id === 'A' ? 1 : 2);
    expect(placedIds(place(posts(20), ads(2, 2), noPlacement(), openings))).toEqual(['p2A', 'p4B', 'p6B']);
  });

  it('ads keep their distance from existing ones when posts arrive on top', () => {
    const before = place(posts(12), ads(6));
    const few = [...posts(4, 101), ...posts(12)];
    expect(placedIds(place(few, ads(6), before))).toEqual(['p6A', 'p12A']);
    const many = [...posts(8, 101), ...posts(12)];
    expect(placedIds(place(many, ads(6), before))).toEqual(['p106A', 'p6A', 'p12A']);
  });

  it('ads never stand closer than their frequency, however the list grows', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 6 });
    const frequencies = fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(sizes, frequencies, (growth, values) => {
        const list = ads(...values);
        let total = 0;
        let placement = noPlacement<Sample>();
        for (const more of growth) {
          total += more;
          placement = place(posts(total), list, placement);
        }
        expect(placedIds(placement)).toEqual(placedIds(place(posts(total), list)));
        let last = 0;
        for (const [post, ad] of placement.after) {
          const place = Number(post.slice(1));
          expect(place - last).toBe(ad.frequency);
          last = place;
        }
      }),
    );
  });
});
