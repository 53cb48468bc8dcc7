import { LRUCache } from 'lru-cache';

/** At most `max` in any `seconds`, counted in fixed windows. */
export type Limit = { readonly max: number; readonly seconds: number };

/** What an attempt counts under, and how often. */
export type Counted = { readonly key: string; readonly limits: readonly Limit[] };

/**
 * Counts what is rare and must hold over a restart and over all processes together: tries of passwords, links, new
 * accounts. Each method is one round trip.
 */
export interface SharedRateLimiter {
  /**
   * Counts one more under every key of `counted`, or under none when one of them, or of `unlessFull`, has reached a
   * limit. Answers 0, or the seconds to wait.
   */
  take(counted: readonly Counted[], unlessFull?: readonly Counted[]): Promise<number>;
  /** Takes back what `take` counted, of something that did not happen after all. */
  giveBack(counted: readonly Counted[]): Promise<void>;
}

/** Counts what people do all the time, in this process alone: a restart forgets it. */
export interface RateLimiter {
  /**
   * Counts one more under `key`, or `amount`. Answers 0, or the seconds to wait when a limit is passed (then it is not
   * counted).
   */
  take(key: string, limits: readonly Limit[], amount?: number): number;
  /** The same without counting. */
  wait(key: string, limits: readonly Limit[], amount?: number): number;
}

type Window = { count: number; endsAt: number };

/** `now` in milliseconds; keys that were not used for longest are forgotten beyond `keys`. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #windows: LRUCache<string, Window>;
  readonly #now: () => number;

  constructor(now: () => number = Date.now, keys = 200_000) {
    this.#windows = new LRUCache({ max: keys });
    this.#now = now;
  }

  take(key: string, limits: readonly Limit[], amount = 1): number {
    const wait = this.wait(key, limits, amount);
    if (wait > 0) return wait;
    const now = this.#now();
    for (const limit of limits) {
      const id = `${key}/${limit.seconds}`;
      const window = this.#window(key, limit, now);
      if (window) window.count += amount;
      else this.#windows.set(id, { count: amount, endsAt: now + limit.seconds * 1000 });
    }
    return 0;
  }

  wait(key: string, limits: readonly Limit[], amount = 1): number {
    const now = this.#now();
    let wait = 0;
    for (const limit of limits) {
      const window = this.#window(key, limit, now);
      if (window && window.count + amount > limit.max) {
        wait = Math.max(wait, Math.ceil((window.endsAt - now) / 1000));
      }
    }
    return wait;
  }

  #window(key: string, { seconds }: Limit, now: number): Window | undefined {
    const window = this.#windows.get(`${key}/${seconds}`);
    if (!window) return undefined;
    // The clock may have been set back: nobody waits longer than a whole window for that.
    window.endsAt = Math.min(window.endsAt, now + seconds * 1000);
    return window.endsAt > now ? window : undefined;
  }
}

/** For load and end-to-end tests (RATE_LIMITS=off). */
export const noRateLimits: RateLimiter = { take: () => 0, wait: () => 0 };
export const noSharedRateLimits: SharedRateLimiter = { take: async () => 0, giveBack: async () => {} };
