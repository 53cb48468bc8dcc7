import { detached } from './detached.ts';

/** The place of a key in a cache. With it, `SieveCache.current` finds the value without a look-up. */
export type CacheEntry<V> = {
  readonly key: string;
  /** Undefined once the entry has left the cache. */
  value: V | undefined;
  /** In whole milliseconds, which V8 keeps in the entry itself: others are a second place to look at. */
  expiresAt: number;
  size: number;
  isUsed: boolean;
};

/** Some entries of a cache and their values, for `SieveCache.holds`. */
export class Snapshot<V> {
  readonly entries: readonly CacheEntry<V>[];
  readonly values: readonly V[];
  /** The cache's version when they were compared last. */
  version = 0;
  /** No entry expires before it; a time as in `CacheEntry`. */
  freshUntil = 0;

  /** `values`: in the order of `entries`. */
  constructor(entries: readonly CacheEntry<V>[], values: readonly V[]) {
    this.entries = entries;
    this.values = values;
  }
}

export type SieveCacheOptions<V> = {
  /** In entries, or in units of `sizeOf`. */
  max: number;
  sizeOf?: (value: V) => number;
  /** In milliseconds. */
  ttl?: number;
  /** The share of `ttl` by which entries expire earlier, each by a random part of it. None by default. */
  spread?: number;
  /** An expired value is not returned, but stays until another one replaces it or makes room. */
  keepsExpired?: boolean;
  /** Is called for an expired value, which is still returned for another `ttl`. Needs `keepsExpired`. */
  refresh?: (key: string) => void;
  onLeave?: (key: string, value: V) => void;
  clock?: () => number;
};

const resolutionMs = 1_000;
// The largest number that V8 keeps in an object.
const never = 2 ** 31 - 1;
let coarseNow = 0;
let versions = 0;

// Reading the clock at every look-up is a twentieth of a feed's cost.
function coarseClock(): number {
  if (coarseNow === 0) {
    coarseNow = Math.ceil(performance.now());
    setTimeout(() => (coarseNow = 0), resolutionMs).unref();
  }
  return coarseNow;
}

/**
 * A bounded cache that evicts by SIEVE: a hand goes round from the oldest entry to the newest, spares those
 * that were read since its last round, and evicts the others. A look-up moves nothing (decision 0072).
 */
export class SieveCache<V extends object | string | number | boolean> {
  readonly #entries = new Map<string, CacheEntry<V>>();
  readonly #options: SieveCacheOptions<V>;
  readonly #clock: () => number;
  #hand = this.#entries.entries();
  #next: [string, CacheEntry<V>] | undefined;
  #size = 0;
  /** After each change another number, which no other cache has. */
  #version = ++versions;

  constructor(options: SieveCacheOptions<V>) {
    this.#options = options;
    this.#clock = options.clock ?? coarseClock;
  }

  /** The number of entries. */
  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    return this.entry(key)?.value;
  }

  /** The value of an entry that `entry` returned; undefined when it has expired or left the cache. */
  current(entry: CacheEntry<V>): V | undefined {
    if (entry.value === undefined || !this.#isValid(entry, this.#clock())) return undefined;
    if (!entry.isUsed) entry.isUsed = true;
    return entry.value;
  }

  /** Whether the entries still hold these values. Compares them only after a change of the cache. */
  holds(snapshot: Snapshot<V>): boolean {
    const now = this.#clock();
    if (snapshot.version === this.#version && snapshot.freshUntil > now) return true;
    const { entries, values } = snapshot;
    let freshUntil = entries[0]?.expiresAt ?? 0;
    let i = 0;
    for (const entry of entries) {
      if (entry.value !== values[i++] || !this.#isValid(entry, now)) return false;
      if (!entry.isUsed) entry.isUsed = true;
      if (entry.expiresAt < freshUntil) freshUntil = entry.expiresAt;
    }
    snapshot.version = this.#version;
    snapshot.freshUntil = freshUntil;
    return true;
  }

  entry(key: string): CacheEntry<V> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (!this.#isValid(entry, this.#clock())) {
      if (!this.#options.keepsExpired) this.delete(key);
      return undefined;
    }
    if (!entry.isUsed) entry.isUsed = true;
    return entry;
  }

  /** Does not count as a use. */
  peek(key: string, { expired = false } = {}): CacheEntry<V> | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && (expired || this.#isFresh(entry)) ? entry : undefined;
  }

  set(key: string, value: V): void {
    const { ttl, spread = 0, clock = () => performance.now() } = this.#options;
    const expiresAt = ttl === undefined ? never : Math.ceil(clock() + ttl * (1 - spread * Math.random()));
    const entry = this.#entries.get(key);
    if (entry) {
      entry.expiresAt = expiresAt;
      this.replace(entry, value);
    } else this.#add(key, value, expiresAt);
  }

  /** @param entry is in the cache, and expires when it would have done */
  replace(entry: CacheEntry<V>, value: V): void {
    const { max } = this.#options;
    const size = this.#sizeOf(value);
    if (size > max) return this.#remove(entry.key, entry);
    if (entry.value !== value) this.#leave(entry.key, entry);
    this.#size += size - entry.size;
    entry.size = size;
    entry.value = value;
    if (this.#size <= max) return;
    // Others make room for it.
    entry.isUsed = true;
    this.#makeRoom(max);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) this.#remove(key, entry);
  }

  clear(): void {
    for (const [key, entry] of this.#entries) this.#leave(key, entry);
    this.#entries.clear();
    this.#hand = this.#entries.entries();
    this.#next = undefined;
    this.#size = 0;
  }

  *entries({ expired = false } = {}): Generator<[key: string, value: V]> {
    for (const [key, entry] of this.#entries)
      if (entry.value !== undefined && (expired || this.#isFresh(entry))) yield [key, entry.value];
  }

  #add(key: string, value: V, expiresAt: number): void {
    const { max } = this.#options;
    const size = this.#sizeOf(value);
    // One value must not drive out all others.
    if (size > max) return;
    this.#makeRoom(max - size);
    const ownKey = detached(key);
    this.#entries.set(ownKey, { key: ownKey, value, expiresAt, size, isUsed: false });
    this.#size += size;
  }

  #sizeOf(value: V): number {
    return this.#options.sizeOf?.(value) ?? 1;
  }

  #isFresh(entry: CacheEntry<V>): boolean {
    return isFresh(entry, this.#clock());
  }

  #isValid(entry: CacheEntry<V>, now: number): boolean {
    if (isFresh(entry, now)) return true;
    const { refresh, ttl = 0 } = this.#options;
    if (refresh === undefined || entry.expiresAt + ttl <= now) return false;
    refresh(entry.key);
    return true;
  }

  #makeRoom(room: number): void {
    while (this.#size > room) {
      const next = this.#next;
      // Before the entry goes: at the end the hand would wait for the next new entry, and evict it at once.
      this.#next = this.#advance();
      if (next === undefined || this.#entries.get(next[0]) !== next[1]) continue;
      if (next[1].isUsed) next[1].isUsed = false;
      else this.#remove(...next);
    }
  }

  #advance(): [string, CacheEntry<V>] | undefined {
    const { value, done } = this.#hand.next();
    if (!done) return value;
    this.#hand = this.#entries.entries();
    return this.#hand.next().value;
  }

  #remove(key: string, entry: CacheEntry<V>): void {
    this.#entries.delete(key);
    this.#size -= entry.size;
    this.#leave(key, entry);
  }

  #leave(key: string, entry: CacheEntry<V>): void {
    const { value } = entry;
    entry.value = undefined;
    this.#version = ++versions;
    if (value !== undefined) this.#options.onLeave?.(key, value);
  }
}

function isFresh({ expiresAt }: { readonly expiresAt: number }, now: number): boolean {
  return expiresAt > now || expiresAt === never;
}
