import { expect, it } from 'vitest';

import { SieveCache, Snapshot } from './sieve-cache.ts';

const fill = (cache: SieveCache<number>, from: number, to: number) => {
  for (let i = from; i < to; i++) cache.set(String(i), i);
};

const snapshotOf = (cache: SieveCache<number>, keys: readonly string[]) =>
  new Snapshot(
    keys.map((key) => cache.entry(key)!),
    keys.map((key) => cache.get(key)!),
  );

it('evicts what was not read, from the oldest on, and spares what was', () => {
  const cache = new SieveCache<number>({ max: 4 });
  fill(cache, 0, 4);
  expect([cache.get('0'), cache.get('2')]).toEqual([0, 2]);
  fill(cache, 4, 6);
  expect([...cache.entries()].map(([key]) => key)).toEqual(['0', '2', '4', '5']);
});

it('spares an entry once for all reads since the last round', () => {
  const cache = new SieveCache<number>({ max: 3 });
  fill(cache, 0, 3);
  for (const key of ['0', '0', '1', '2']) cache.get(key);
  fill(cache, 3, 4);
  expect([...cache.entries()].map(([key]) => key)).toEqual(['1', '2', '3']);
});

it('a flood of keys that are used once evicts none that is read', () => {
  const cache = new SieveCache<number>({ max: 100 });
  fill(cache, 0, 50);
  let misses = 0;
  for (let i = 1_000; i < 5_000; i++) {
    for (let read = 0; read < 50; read++) if (cache.get(String(read)) !== read) misses++;
    cache.set(String(i), i);
  }
  expect(misses).toBe(0);
  expect(cache.size).toBe(100);
});

it('never holds more than its maximum, however entries come, grow and go', () => {
  const departures: string[] = [];
  const cache = new SieveCache<number>({
    max: 10,
    sizeOf: (value) => value,
    onLeave: (key, value) => departures.push(`${key}${value}`),
  });
  cache.set('a', 4);
  cache.set('b', 4);
  cache.set('c', 3);
  expect(departures).toEqual(['a4']);
  cache.set('b', 8);
  expect([[...cache.entries()], departures]).toEqual([[['b', 8]], ['a4', 'b4', 'c3']]);
  // Larger than the whole cache: the others stay.
  cache.set('d', 11);
  expect(cache.get('d')).toBeUndefined();
  expect(cache.get('b')).toBe(8);
  cache.set('b', 11);
  expect(cache.size).toBe(0);
});

it('an expired value is not returned, and a replacement does not prolong its life', () => {
  let nowMs = 1_000;
  const cache = new SieveCache<number>({ max: 10, ttl: 60, clock: () => nowMs });
  cache.set('a', 1);
  nowMs += 40;
  const entry = cache.peek('a');
  if (!entry) throw new Error('it is in the cache');
  cache.replace(entry, 2);
  expect(cache.get('a')).toBe(2);
  nowMs += 20;
  expect([cache.peek('a')?.value, cache.peek('a', { expired: true })?.value, [...cache.entries()]]).toEqual([
    undefined,
    2,
    [],
  ]);
  expect([cache.get('a'), cache.size]).toEqual([undefined, 0]);
});

it('an expired value may stay until it is replaced', () => {
  let nowMs = 1_000;
  const cache = new SieveCache<number>({ max: 10, ttl: 60, keepsExpired: true, clock: () => nowMs });
  cache.set('a', 1);
  nowMs += 60;
  expect([cache.get('a'), cache.peek('a', { expired: true })?.value]).toEqual([undefined, 1]);
  cache.set('a', 2);
  expect(cache.get('a')).toBe(2);
});

it('an entry loses its value when it is evicted, deleted or cleared, and has the new one when it is set', () => {
  const cache = new SieveCache<number>({ max: 3 });
  fill(cache, 0, 3);
  const entries = ['0', '1', '2'].map((key) => cache.entry(key)!);
  cache.set('1', 10);
  expect(entries.map(({ value }) => value)).toEqual([0, 10, 2]);
  cache.delete('2');
  fill(cache, 3, 6);
  expect(entries.map(({ value }) => value)).toEqual([undefined, 10, undefined]);
  cache.clear();
  expect(entries.map(({ value }) => value)).toEqual([undefined, undefined, undefined]);
});

it('takes no room before it is filled', () => {
  const before = process.memoryUsage();
  const caches = Array.from({ length: 10 }, () => new SieveCache<number>({ max: 1_000_000 }));
  const after = process.memoryUsage();
  expect(after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed).toBeLessThan(1e6);
  expect(caches).toHaveLength(10);
});

const valueChanges: [string, (cache: SieveCache<number>) => void][] = [
  ['is set to another', (cache) => cache.set('1', 7)],
  ['is deleted', (cache) => cache.delete('1')],
  ['is deleted and comes back', (cache) => (cache.delete('1'), cache.set('1', 1))],
  ['is evicted', (cache) => fill(cache, 3, 9)],
  ['grows too large', (cache) => cache.set('1', 1_000)],
  ['is cleared with all others', (cache) => cache.clear()],
];

it.each(valueChanges)('holds fails as soon as a value %s', (_, change) => {
  const cache = new SieveCache<number>({ max: 30, sizeOf: (value) => (value > 100 ? value : 10) });
  fill(cache, 0, 3);
  const snapshot = snapshotOf(cache, ['0', '1']);
  expect([cache.holds(snapshot), cache.holds(snapshot)]).toEqual([true, true]);
  change(cache);
  expect([cache.holds(snapshot), cache.holds(snapshot)]).toEqual([false, false]);
});

it('holds goes on while others change, come and go, and fails when one of its values expires', () => {
  let nowMs = 1_000;
  const cache = new SieveCache<number>({ max: 3, ttl: 60, clock: () => nowMs });
  cache.set('0', 0);
  nowMs += 20;
  fill(cache, 1, 3);
  const snapshot = snapshotOf(cache, ['1', '0']);
  expect(cache.holds(snapshot)).toBe(true);
  cache.set('2', 7);
  cache.delete('2');
  cache.set('1', 1);
  expect(cache.holds(snapshot)).toBe(true);
  nowMs += 39;
  expect(cache.holds(snapshot)).toBe(true);
  nowMs += 1;
  expect(cache.holds(snapshot)).toBe(false);
});

it('holds asks for an expired value as long as it is returned, and no longer', () => {
  let nowMs = 1_000;
  const expiredKeys: string[] = [];
  const refresh = (key: string) => expiredKeys.push(key);
  const cache = new SieveCache<number>({ max: 3, ttl: 60, keepsExpired: true, refresh, clock: () => nowMs });
  fill(cache, 0, 2);
  const snapshot = snapshotOf(cache, ['0', '1']);
  expect([cache.holds(snapshot), expiredKeys]).toEqual([true, []]);
  nowMs += 60;
  expect([cache.holds(snapshot), expiredKeys]).toEqual([true, ['0', '1']]);
  fill(cache, 0, 2);
  expect([cache.holds(snapshot), cache.holds(snapshot), expiredKeys.length]).toEqual([true, true, 2]);
  nowMs += 60;
  expect([cache.holds(snapshot), expiredKeys.length]).toEqual([true, 4]);
  nowMs += 60;
  expect(cache.holds(snapshot)).toBe(false);
});

it('holds compares again what another cache held', () => {
  const [one, other] = [new SieveCache<number>({ max: 3 }), new SieveCache<number>({ max: 3 })];
  for (const cache of [one, other]) fill(cache, 0, 2);
  const snapshot = snapshotOf(one, ['0', '1']);
  expect(one.holds(snapshot)).toBe(true);
  one.delete('1');
  expect(other.holds(snapshot)).toBe(false);
});

it('holds counts as a use', () => {
  const cache = new SieveCache<number>({ max: 3 });
  fill(cache, 0, 3);
  const snapshot = snapshotOf(cache, ['0']);
  fill(cache, 3, 4);
  expect([...cache.entries()].map(([key]) => key)).toEqual(['0', '2', '3']);
  // The others were read too, so that the next round comes to this one.
  expect([cache.get('2'), cache.get('3'), cache.holds(snapshot)]).toEqual([2, 3, true]);
  fill(cache, 4, 5);
  expect([...cache.entries()].map(([key]) => key)).toEqual(['0', '3', '4']);
  expect([cache.get('3'), cache.get('4'), cache.holds(snapshot)]).toEqual([3, 4, true]);
  fill(cache, 5, 6);
  expect(cache.get('0')).toBe(0);
});

it('without a time to live nothing expires, however long the process runs', () => {
  let nowMs = 0;
  const cache = new SieveCache<number>({ max: 3, clock: () => nowMs });
  cache.set('a', 1);
  nowMs = 2 ** 40;
  expect(cache.get('a')).toBe(1);
  cache.set('b', 2);
  expect([cache.get('b'), cache.peek('b')?.value]).toEqual([2, 2]);
});
