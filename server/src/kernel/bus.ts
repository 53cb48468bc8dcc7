import type { Fact, FactName } from './facts.ts';
import { type CacheName, type Caches, staleness } from './staleness.ts';

type Listener = (fact: never) => void;
type Forget = (keys: never) => void;
type Clear = () => void;
type CacheById = { [Name in CacheName]: Caches[Name] extends readonly string[] ? Name : never }[CacheName];

/** Hands committed facts first to the caches, then to all other listeners, before `publish` returns. */
export class Bus {
  readonly #listeners = new Map<FactName, Listener[]>();
  readonly #caches = new Map<CacheName, Forget[]>();
  readonly #clears: Clear[] = [];

  on<Name extends FactName>(type: Name, listener: (fact: Fact<Name>) => void): void {
    push(this.#listeners, type, listener);
  }

  /** Calls `forget` with the stale keys of a cache (kernel/staleness.ts), and `clear` when everything may be stale. */
  onStale<Name extends CacheName>(cache: Name, forget: (keys: Caches[Name]) => void, clear: Clear): void {
    push(this.#caches, cache, forget);
    this.#clears.push(clear);
  }

  /** The same for a cache that is invalidated by id. */
  attachCache(name: CacheById, cache: { forgetAll: (ids: readonly string[]) => void; clear: Clear }): void {
    this.onStale(
      name,
      (ids) => cache.forgetAll(ids),
      () => cache.clear(),
    );
  }

  /** Every cache is up to date before any listener hears of any of the facts. */
  publish(facts: readonly Fact[]): void {
    for (const fact of facts) this.#invalidate(fact);
    for (const fact of facts)
      for (const listener of this.#listeners.get(fact.type) ?? []) (listener as (fact: Fact) => void)(fact);
  }

  #invalidate(fact: Fact): void {
    if (fact.type === 'everything-changed') for (const clear of this.#clears) clear();
    const stale = staleness[fact.type] as Partial<Record<CacheName, (fact: Fact) => unknown>>;
    for (const cache in stale) {
      const keys = stale[cache as CacheName]?.(fact);
      if (keys === undefined) continue;
      for (const forget of this.#caches.get(cache as CacheName) ?? [])
        (forget as (keys: unknown) => void)(keys);
    }
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
