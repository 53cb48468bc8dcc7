import { setImmediate as turnEnd } from 'node:timers/promises';

import { detached } from './detached.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { type CacheEntry, SieveCache, type Snapshot } from './sieve-cache.ts';

/** Entries hold it for an id that is known to have no value. */
export const absent = Object.freeze({}) as never;

type Load<V> = { promise: Promise<Map<string, V>> };
type NextLoad<V> = { readonly ids: Set<string>; readonly load: Load<V> };

// After a goal everybody reads at once, and must not miss at once when that has expired.
const spread = 1 / 2;

// Nobody waits for what is read again, so it is gathered for a moment: a statement for each costs the readers more
// than its rows. Each batch is bounded, since Node answers nobody while it takes one in.
const refreshWaitMs = 50;
const refreshesAtOnce = 64;

export type BatchCacheOptions<V> = {
  /** In entries, or in units of `sizeOf`. */
  max: number;
  sizeOf?: (value: V) => number;
  /** In milliseconds. Entries are read again by then, even if no fact invalidates them. */
  ttl: number;
  /**
   * When the value that was read again is equal, the old one stays, and with it all that was derived from
   * it.
   */
  isSame?: (oldValue: V, newValue: V) => boolean;
  /** For another `ttl`, an expired value is returned while it is read again, so that nobody waits for it. */
  refreshes?: boolean;
  /** Whether to remember that `id` has no value, instead of asking for it each time. */
  keepsAbsence?: (id: string) => boolean;
  /** In milliseconds. */
  clock?: () => number;
  load: (ids: readonly string[]) => Promise<Map<string, V>>;
};

/**
 * Entries that callers miss in one turn of the event loop are loaded in one batch, each id once. A value that
 * is forgotten during its load is returned to the waiting callers, but not cached.
 */
export class BatchCache<V extends object> {
  readonly #entries: SieveCache<V>;
  readonly #loads = new Map<string, Load<V>>();
  /** Values that are being written, and not cached yet. */
  readonly #expected = new Map<string, V>();
  readonly #load: BatchCacheOptions<V>['load'];
  readonly #isSame: BatchCacheOptions<V>['isSame'];
  readonly #keepsAbsence: BatchCacheOptions<V>['keepsAbsence'];
  #next: NextLoad<V> | undefined;
  /** Expired values to read again. */
  readonly #due = new Set<string>();
  #hits = 0;
  #misses = 0;

  constructor({ max, sizeOf, ttl, isSame, refreshes, keepsAbsence, clock, load }: BatchCacheOptions<V>) {
    this.#entries = new SieveCache({
      max,
      ttl,
      spread,
      keepsExpired: isSame !== undefined || refreshes === true,
      ...(refreshes && { refresh: (id: string) => this.#refresh(id) }),
      ...(sizeOf && { sizeOf: (value: V) => (value === absent ? 1 : sizeOf(value)) }),
      ...(clock && { clock }),
    });
    this.#load = load;
    this.#isSame = isSame;
    this.#keepsAbsence = keepsAbsence;
  }

  get stats(): { hits: number; misses: number; size: number } {
    return { hits: this.#hits, misses: this.#misses, size: this.#entries.size };
  }

  async getMany(ids: readonly string[]): Promise<Map<string, V>> {
    const found = new Map<string, V>();
    let unknown: Set<string> | undefined;
    for (const id of ids) {
      const value = this.#entries.get(id);
      if (value === undefined) (unknown ??= new Set()).add(id);
      else if (value !== absent) found.set(id, value);
    }
    this.#hits += found.size;
    if (unknown) for (const [id, value] of await this.#loadAll(unknown)) found.set(id, value);
    return found;
  }

  /** A cached value itself, so that the caller need not wait. */
  get(id: string): MaybePromise<V | undefined> {
    const value = this.#entries.get(id);
    if (value === undefined) return this.#getUnknown(id);
    this.#hits++;
    return presentOf(value);
  }

  /** For `current`. Undefined unless `id` is cached. */
  entry(id: string): CacheEntry<V> | undefined {
    return this.#entries.entry(id);
  }

  /** In the order of `ids`. Null unless all are cached. */
  entriesOf(ids: Iterable<string>): readonly CacheEntry<V>[] | null {
    const entries: CacheEntry<V>[] = [];
    for (const id of ids) {
      const entry = this.#entries.entry(id);
      if (!entry) return null;
      entries.push(entry);
    }
    return entries;
  }

  /** Whether the cache still knows that there is no such value. */
  isAbsent(entry: CacheEntry<V>): boolean {
    return this.#entries.current(entry) === absent;
  }

  /** As `get`, without a look-up. Undefined when the value must be looked up again. */
  current(entry: CacheEntry<V>): V | undefined {
    const value = this.#entries.current(entry);
    if (value !== undefined) this.#hits++;
    return presentOf(value);
  }

  /** Whether these entries still hold these values. */
  holds(snapshot: Snapshot<V>): boolean {
    this.#hits += snapshot.entries.length;
    return this.#entries.holds(snapshot);
  }

  peek(id: string): V | undefined {
    return presentOf(this.#entries.peek(id)?.value);
  }

  /**
   * Caches values that a write makes, so that they need not be read. Those that are forgotten or updated before
   * it is done are left out.
   * @param written the ids that it has made
   */
  expect(values: ReadonlyMap<string, V>, written: Promise<readonly string[]>): void {
    for (const [id, value] of values) this.#expected.set(id, value);
    const settle = (ids: readonly string[]) => {
      for (const [id, value] of values) {
        if (this.#expected.get(id) !== value) continue;
        this.#expected.delete(id);
        if (ids.includes(id)) this.#entries.set(id, value);
      }
    };
    written.then(settle, () => settle([]));
  }

  forget(id: string): void {
    this.#entries.delete(id);
    // A load in progress is cached only for the ids that still point to it.
    this.#loads.delete(id);
    this.#expected.delete(id);
  }

  forgetAll(ids: readonly string[]): void {
    for (const id of ids) this.forget(id);
  }

  clear(): void {
    this.#entries.clear();
    this.#loads.clear();
    this.#expected.clear();
  }

  /** Also invalidates all loads in progress, which may match too. */
  forgetWhere(matches: (value: V) => boolean): void {
    const stale: string[] = [];
    // An expired value may still be returned while it is read again.
    for (const [id, value] of this.#entries.entries({ expired: true }))
      if (value !== absent && matches(value)) stale.push(id);
    for (const id of stale) this.#entries.delete(id);
    this.#loads.clear();
    this.#expected.clear();
  }

  update(id: string, change: (value: V) => V): void {
    const entry = this.#entries.peek(id);
    const value = presentOf(entry?.value);
    // A value that is updated often must still expire.
    this.#expected.delete(id);
    if (entry && value !== undefined) this.#entries.replace(entry, change(value));
    else this.forget(id);
  }

  async #getUnknown(id: string): Promise<V | undefined> {
    return (await this.getMany([id])).get(id);
  }

  async #loadAll(unknown: ReadonlySet<string>): Promise<[id: string, value: V][]> {
    const loads = new Set<Load<V>>();
    const newIds: string[] = [];
    for (const id of unknown) {
      const load = this.#loads.get(id);
      if (load) loads.add(load);
      else newIds.push(id);
    }
    this.#misses += newIds.length;
    if (newIds.length > 0) loads.add(this.#start(newIds));
    const found: [string, V][] = [];
    // `Promise.all` handles every failure; awaiting one after the other would leave some unhandled.
    for (const values of await Promise.all(Array.from(loads, ({ promise }) => promise))) {
      for (const id of unknown) {
        const value = values.get(id);
        if (value !== undefined) found.push([id, value]);
      }
    }
    return found;
  }

  #start(ids: readonly string[]): Load<V> {
    const { ids: all, load } = (this.#next ??= this.#open());
    for (const id of ids) {
      // The loaded values may contain it.
      const ownId = detached(id);
      all.add(ownId);
      this.#loads.set(ownId, load);
    }
    return load;
  }

  #open(): NextLoad<V> {
    const ids = new Set<string>();
    const read = async () => {
      this.#next = undefined;
      return this.#load([...ids]);
    };
    // Requests of other connections, which this turn of the event loop has yet to read, join the batch.
    const load: Load<V> = { promise: turnEnd().then(read) };
    load.promise = load.promise
      .then((values) => {
        for (const [id, newValue] of values) {
          if (this.#loads.get(id) !== load) continue;
          const old = this.#isSame && this.#entries.peek(id, { expired: true })?.value;
          const value = old !== undefined && this.#isSame?.(old, newValue) ? old : newValue;
          values.set(id, value);
          this.#entries.set(id, value);
        }
        for (const id of ids) if (!values.has(id) && this.#loads.get(id) === load) this.#noteAbsence(id);
        return values;
      })
      .finally(() => {
        for (const id of ids) if (this.#loads.get(id) === load) this.#loads.delete(id);
      });
    return { ids, load };
  }

  #noteAbsence(id: string): void {
    if (this.#keepsAbsence?.(id)) this.#entries.set(id, absent);
    else this.#entries.delete(id);
  }

  #refresh(id: string): void {
    if (this.#loads.has(id)) return;
    if (this.#due.size === 0) setTimeout(() => this.#refreshDue(), refreshWaitMs).unref();
    this.#due.add(id);
    if (this.#due.size === refreshesAtOnce) this.#refreshDue();
  }

  #refreshDue(): void {
    const ids = [...this.#due].filter((id) => !this.#loads.has(id));
    this.#due.clear();
    // A failure is for those who ask when the value may no longer be returned.
    if (ids.length > 0) this.#start(ids).promise.catch(() => undefined);
  }
}

function presentOf<V>(value: V | undefined): V | undefined {
  return value === absent ? undefined : value;
}

export function oneByOne<V>(read: (id: string) => Promise<V>): BatchCacheOptions<V>['load'] {
  return async (ids) => new Map(await Promise.all(ids.map(async (id) => [id, await read(id)] as const)));
}
