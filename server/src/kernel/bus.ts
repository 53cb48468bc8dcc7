import type { Fact, FactName } from './facts.ts';
import { type CacheName, type Caches, staleness } from './staleness.ts';

type Listener = (fact: never) => void;
type Forget = (keys: never, isOwn: boolean) => void;
type Clear = () => void;
type CacheById = { [Name in CacheName]: Caches[Name] extends readonly string[] ? Name : never }[CacheName];

export type FactCarrier = { send: (facts: readonly Fact[]) => Promise<void> | undefined };

/**
 * Hands committed facts first to the caches, then to all other listeners, and then to the other processes.
 */
export class Bus {
  readonly #listeners = new Map<FactName, Listener[]>();
  readonly #ownListeners = new Map<FactName, Listener[]>();
  readonly #caches = new Map<CacheName, Forget[]>();
  readonly #clears: Clear[] = [];
  #carrier: FactCarrier | undefined;

  carryBy(carrier: FactCarrier): void {
    this.#carrier = carrier;
  }

  on<Name extends FactName>(type: Name, listener: (fact: Fact<Name>) => void): void {
    push(this.#listeners, type, listener);
  }

  onOwn<Name extends FactName>(type: Name, listener: (fact: Fact<Name>) => void): void {
    push(this.#ownListeners, type, listener);
  }

  /**
   * Calls `forget` with the stale keys of a cache (kernel/staleness.ts), and `clear` when everything may be
   * stale. Facts of other processes (`isOwn` is false) may arrive in another order than they happened in.
   */
  onStale<Name extends CacheName>(
    cache: Name,
    forget: (keys: Caches[Name], isOwn: boolean) => void,
    clear: Clear,
  ): void {
    push(this.#caches, cache, forget);
    this.#clears.push(clear);
  }

  attachCache(name: CacheById, cache: { forgetAll: (ids: readonly string[]) => void; clear: Clear }): void {
    this.onStale(
      name,
      (ids) => cache.forgetAll(ids),
      () => cache.clear(),
    );
  }

  /** Calls `clear` when everything may be stale: a message was lost, or another process cannot be heard. */
  onClear(clear: Clear): void {
    this.#clears.push(clear);
  }

  /**
   * Brings every cache of this process up to date before it calls listeners or returns. @returns when the
   * other processes have the facts, and have applied those that take something away
   */
  publish(facts: readonly Fact[]): Promise<void> | undefined {
    this.#deliver(facts, true);
    return this.#carrier?.send(facts);
  }

  receive(facts: readonly Fact[]): void {
    // A newer version may know facts that this one does not.
    if (facts.some(({ type }) => !(type in staleness))) this.clearCaches();
    this.#deliver(facts, false);
  }

  clearCaches(): void {
    for (const clear of this.#clears) clear();
  }

  #deliver(facts: readonly Fact[], isOwn: boolean): void {
    for (const fact of facts) this.#invalidate(fact, isOwn);
    for (const fact of facts) {
      for (const listener of this.#listeners.get(fact.type) ?? []) (listener as (fact: Fact) => void)(fact);
      if (!isOwn) continue;
      for (const listener of this.#ownListeners.get(fact.type) ?? [])
        (listener as (fact: Fact) => void)(fact);
    }
  }

  #invalidate(fact: Fact, isOwn: boolean): void {
    if (fact.type === 'everything-changed') this.clearCaches();
    const stale = staleness[fact.type] as Partial<Record<CacheName, (fact: Fact) => unknown>>;
    for (const cache in stale) {
      const keys = stale[cache as CacheName]?.(fact);
      if (keys === undefined) continue;
      for (const forget of this.#caches.get(cache as CacheName) ?? [])
        (forget as (keys: unknown, isOwn: boolean) => void)(keys, isOwn);
    }
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
