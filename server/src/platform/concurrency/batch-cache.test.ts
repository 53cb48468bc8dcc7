import { setImmediate as turnEnd, setTimeout as wait } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { absent, BatchCache } from './batch-cache.ts';
import { Snapshot } from './sieve-cache.ts';

type Value = { id: string; version: number };

function cacheWithLog(delay = Promise.resolve()) {
  const loads: string[][] = [];
  let version = 0;
  const cache = new BatchCache<Value>({
    max: 10,
    ttl: 60_000,
    load: async (ids) => {
      loads.push([...ids]);
      const loadVersion = ++version;
      await delay;
      return new Map(ids.filter((id) => id !== 'missing').map((id) => [id, { id, version: loadVersion }]));
    },
  });
  return { cache, loads };
}

it('missing entries are loaded in one batch and cached', async () => {
  const { cache, loads } = cacheWithLog();
  expect([...(await cache.getMany(['a', 'b', 'a', 'missing'])).keys()]).toEqual(['a', 'b']);
  await cache.getMany(['a', 'b', 'c']);
  expect(loads).toEqual([['a', 'b', 'missing'], ['c']]);
});

it('an id without a value is asked for once where that is wanted, and nobody gets what stands for it', async () => {
  const loads: string[][] = [];
  const existing = new Set(['a']);
  const cache = new BatchCache<Value>({
    max: 10,
    ttl: 60_000,
    keepsAbsence: (id) => id !== 'new',
    load: async (ids) => {
      loads.push([...ids]);
      return new Map(ids.filter((id) => existing.has(id)).map((id) => [id, { id, version: 1 }]));
    },
  });
  const read = async () => [...(await cache.getMany(['a', 'gone', 'new'])).keys()];
  expect([await read(), await read()]).toEqual([['a'], ['a']]);
  expect(loads).toEqual([['a', 'gone', 'new'], ['new']]);

  const entry = cache.entry('gone')!;
  expect([cache.get('gone'), cache.peek('gone'), cache.current(entry)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([cache.isAbsent(entry), cache.isAbsent(cache.entry('a')!)]).toEqual([true, false]);
  expect(cache.holds(new Snapshot([entry], [absent]))).toBe(true);
  cache.forgetWhere(({ id }) => id === 'a');
  expect(cache.isAbsent(entry)).toBe(true);

  existing.add('gone');
  cache.update('gone', (value) => value);
  expect(cache.isAbsent(entry)).toBe(false);
  expect(await cache.get('gone')).toEqual({ id: 'gone', version: 1 });
});

it('what was read at one moment expires at many, from half of the time on, and all of it at its end', async () => {
  const ids = Array.from({ length: 400 }, (_, i) => String(i));
  let now = 0;
  let loaded: readonly string[] = [];
  const cache = new BatchCache<Value>({
    max: ids.length,
    ttl: 60_000,
    clock: () => now,
    load: async (missing) => {
      loaded = missing;
      return new Map(missing.map((id) => [id, { id, version: now }]));
    },
  });
  await cache.getMany(ids);
  const shareExpired = () => ids.filter((id) => cache.peek(id) === undefined).length / ids.length;
  const shares = [29_999, 37_500, 45_000, 52_500, 60_000].map((at) => {
    now = at;
    return shareExpired();
  });
  expect([shares[0], shares[4]]).toEqual([0, 1]);
  for (const [i, share] of shares.entries()) expect(Math.abs(share - i / 4)).toBeLessThan(0.15);
  await cache.getMany(ids);
  expect(loaded).toEqual(ids);
});

describe('a value that has expired', () => {
  const ttl = 1_000;
  // It is gathered for 50 ms.
  const refreshed = () => wait(80);

  function refreshingCache(max = 10) {
    const stored = new Map([['a', { id: 'a', version: 1 }]]);
    const batches: (readonly string[])[] = [];
    const state = { now: 0, loads: 0, fails: false, stored };
    const cache = new BatchCache<Value>({
      max,
      ttl,
      refreshes: true,
      isSame: (before, after) => before.version === after.version,
      clock: () => state.now,
      load: async (ids) => {
        state.loads++;
        batches.push(ids);
        if (state.fails) throw new Error('no database');
        return new Map(ids.flatMap((id) => (stored.has(id) ? [[id, stored.get(id)!]] : [])));
      },
    });
    return { cache, state, batches };
  }

  it('is returned while it is read again once, and stays if it is the same', async () => {
    const { cache, state } = refreshingCache();
    const first = await cache.get('a');
    const entry = cache.entry('a')!;
    const snapshot = new Snapshot([entry], [first!]);
    state.now = ttl + 1;
    state.stored.set('a', { id: 'a', version: 1 });
    expect([cache.get('a'), cache.current(entry), cache.holds(snapshot)]).toEqual([first, first, true]);
    await refreshed();
    expect(state.loads).toBe(2);
    expect(cache.peek('a')).toBe(first);

    state.now += ttl + 1;
    state.stored.set('a', { id: 'a', version: 2 });
    expect(cache.get('a')).toBe(first);
    await refreshed();
    expect(cache.get('a')).toEqual({ id: 'a', version: 2 });
    expect(cache.holds(snapshot)).toBe(false);
    state.now += ttl + 1;
    state.stored.clear();
    void cache.get('a');
    await refreshed();
    expect(await cache.get('a')).toBeUndefined();
  });

  it('is no longer returned after that time once more, nor when it was forgotten meanwhile', async () => {
    const { cache, state } = refreshingCache();
    const first = await cache.get('a');
    state.now = 2 * ttl;
    const late = cache.get('a');
    expect(late).toBeInstanceOf(Promise);
    expect(await late).toBe(first);
    state.now += ttl + 1;
    void cache.get('a');
    state.stored.set('a', { id: 'a', version: 2 });
    cache.forget('a');
    expect(await cache.get('a')).toEqual({ id: 'a', version: 2 });
  });

  it.each<[string, (cache: BatchCache<Value>) => void]>([
    ['forgotten', (cache) => cache.forget('a')],
    ['forgotten by what it is', (cache) => cache.forgetWhere(({ version }) => version === 1)],
    ['updated', (cache) => cache.update('a', (value) => value)],
    ['cleared', (cache) => cache.clear()],
  ])('is no longer returned once it was %s', async (_, change) => {
    const { cache, state } = refreshingCache();
    await cache.get('a');
    const entry = cache.entry('a')!;
    state.now = ttl + 1;
    state.stored.clear();
    change(cache);
    expect(cache.current(entry)).toBeUndefined();
    expect(await cache.get('a')).toBeUndefined();
  });

  it('is returned until then when it cannot be read again', async () => {
    const { cache, state } = refreshingCache();
    const first = await cache.get('a');
    state.now = ttl + 1;
    state.fails = true;
    expect(cache.get('a')).toBe(first);
    await refreshed();
    expect([cache.get('a'), state.loads]).toEqual([first, 2]);
    state.now = 2 * ttl;
    await expect(cache.get('a')).rejects.toThrow('no database');
  });

  it('is read again together with others, in batches of at most 64', async () => {
    const { cache, state, batches } = refreshingCache(200);
    const ids = Array.from({ length: 100 }, (_, i) => `${i}`);
    for (const id of ids) state.stored.set(id, { id, version: 1 });
    await cache.getMany(ids);
    state.now = ttl + 1;
    for (const id of [...ids, ...ids]) void cache.get(id);
    await turnEnd();
    void cache.get('0');
    await refreshed();
    expect(batches.map(({ length }) => length)).toEqual([100, 64, 36]);
  });
});

it('a large cache grows up to its maximum and forgets nothing on the way', async () => {
  const loads: number[] = [];
  const cache = new BatchCache<Value>({
    max: 5_000,
    ttl: 60_000,
    load: async (ids) => {
      loads.push(ids.length);
      return new Map(ids.map((id) => [id, { id, version: 1 }]));
    },
  });
  const ids = Array.from({ length: 6_000 }, (_, i) => String(i));
  for (let from = 0; from < 5_000; from += 500) await cache.getMany(ids.slice(from, from + 500));
  const first = await cache.get('0');
  expect((await cache.getMany(ids.slice(0, 5_000))).get('0')).toBe(first);
  expect([loads.length, cache.stats.size]).toEqual([10, 5_000]);
  await cache.getMany(ids.slice(5_000));
  expect(cache.stats.size).toBe(5_000);
  // The least recently used entries made room.
  await cache.getMany(ids.slice(1_000));
  expect(loads.length).toBe(11);
  await cache.get('0');
  expect(loads.length).toBe(12);
});

it('an id is loaded once, however many callers wait for it', async () => {
  const { cache, loads } = cacheWithLog();
  const [one, two, three] = await Promise.all([
    cache.getMany(['a', 'b']),
    cache.getMany(['b', 'c']),
    cache.get('c'),
  ]);
  expect(loads).toEqual([['a', 'b', 'c']]);
  expect([...one.keys(), ...two.keys()].toSorted()).toEqual(['a', 'b', 'b', 'c']);
  expect(three?.id).toBe('c');
});

it('a value that is forgotten during its load is not cached', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { cache, loads } = cacheWithLog(promise);
  const reading = cache.get('a');
  await turnEnd();
  cache.forget('a');
  const fresh = cache.get('a');
  resolve();
  expect((await reading)?.version).toBe(1);
  expect((await fresh)?.version).toBe(2);
  expect((await cache.get('a'))?.version).toBe(2);
  expect(loads).toHaveLength(2);
});

it('an update replaces a cached value and invalidates a load in progress', async () => {
  const { cache } = cacheWithLog();
  await cache.get('a');
  cache.update('a', (value) => ({ ...value, version: 99 }));
  expect(cache.peek('a')?.version).toBe(99);
  const reading = cache.get('b');
  cache.update('b', (value) => ({ ...value, version: 99 }));
  await reading;
  expect(cache.peek('b')).toBeUndefined();
});

it('a failed load is retried by the next caller', async () => {
  let fail = true;
  const cache = new BatchCache<Value>({
    max: 10,
    ttl: 60_000,
    load: async (ids) => {
      if (fail) throw new Error('the database is away');
      return new Map(ids.map((id) => [id, { id, version: 1 }]));
    },
  });
  await expect(cache.get('a')).rejects.toThrow('the database is away');
  fail = false;
  expect((await cache.get('a'))?.id).toBe('a');
});

it('when several loads fail, a caller of both gets one failure, and none is left unhandled', async () => {
  const unhandledErrors: unknown[] = [];
  const note = (error: unknown) => unhandledErrors.push(error);
  process.on('unhandledRejection', note);
  const delays = [20, 5];
  const cache = new BatchCache<Value>({
    max: 10,
    ttl: 60_000,
    load: async ([id]) => {
      await new Promise((resolve) => setTimeout(resolve, delays.shift()));
      throw new Error(`no ${id}`);
    },
  });
  const first = cache.getMany(['a']);
  await turnEnd();
  // Waits for the load of 'a' and its own load of 'b', which fails first.
  const both = cache.getMany(['a', 'b']);
  await expect(both).rejects.toThrow('no b');
  await expect(first).rejects.toThrow('no a');
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off('unhandledRejection', note);
  expect(unhandledErrors).toEqual([]);
});

it('an entry that is read again and says the same keeps its value, a forgotten one does not', async () => {
  let name = 'Ana';
  const cache = new BatchCache<{ name: string }>({
    max: 10,
    ttl: 1,
    isSame: (oldValue, newValue) => oldValue.name === newValue.name,
    load: async (ids) => new Map(ids.map((id) => [id, { name }])),
  });
  const getAfterExpiry = async () => {
    await expect.poll(() => cache.peek('a'), { timeout: 3_000 }).toBeUndefined();
    return cache.get('a');
  };
  const first = await cache.get('a');
  expect(await getAfterExpiry()).toBe(first);
  expect(cache.peek('a')).toBe(first);
  name = 'Beto';
  const second = await getAfterExpiry();
  expect(second).toEqual({ name: 'Beto' });
  cache.forget('a');
  expect(await cache.get('a')).not.toBe(second);
});

describe('a value that a write makes', () => {
  const expecting = () => {
    const { cache, loads } = cacheWithLog();
    const write = Promise.withResolvers<string[]>();
    cache.expect(new Map(['a', 'b'].map((id) => [id, { id, version: 0 }])), write.promise);
    const versionsAfter = async (end: () => void) => {
      end();
      await write.promise.catch(() => undefined);
      const found = await cache.getMany(['a', 'b']);
      return ['a', 'b'].map((id) => found.get(id)?.version);
    };
    return { cache, loads, write, versionsAfter };
  };

  it('is not read once it is written', async () => {
    const { loads, write, versionsAfter } = expecting();
    expect(await versionsAfter(() => write.resolve(['a', 'b']))).toEqual([0, 0]);
    expect(loads).toEqual([]);
  });

  it('is read when the write did not make it, or failed', async () => {
    const { write, versionsAfter } = expecting();
    expect(await versionsAfter(() => write.resolve(['b']))).toEqual([1, 0]);
    const failed = expecting();
    expect(await failed.versionsAfter(() => failed.write.reject(new Error('not written')))).toEqual([1, 1]);
  });

  it.each<[string, (cache: BatchCache<Value>) => void]>([
    ['forgotten', (cache) => cache.forget('a')],
    ['updated', (cache) => cache.update('a', (value) => value)],
    ['forgotten with others', (cache) => cache.forgetWhere(() => false)],
    ['cleared', (cache) => cache.clear()],
  ])('is read when it was %s meanwhile', async (_, change) => {
    const { cache, write, versionsAfter } = expecting();
    change(cache);
    expect((await versionsAfter(() => write.resolve(['a', 'b'])))[0]).toBe(1);
  });

  it('does not replace what a reader had cached, when that was updated meanwhile', async () => {
    const { cache, write, versionsAfter } = expecting();
    await cache.getMany(['a']);
    cache.update('a', (value) => ({ ...value, version: 7 }));
    expect(await versionsAfter(() => write.resolve(['a', 'b']))).toEqual([7, 0]);
  });
});
