import { LRUCache } from 'lru-cache';

/** At most `max` in `seconds`, counted in fixed windows. */
export type Limit = { readonly max: number; readonly seconds: number };

/** A key to count under, and its limits. */
export type RateLimitKey = { readonly key: string; readonly limits: readonly Limit[] };

/**
 * A rate limiter for rare and sensitive actions (passwords, links, sign-ups), whose counts survive a restart and are
 * shared by all processes. Each method is one round trip.
 */
export interface SharedRateLimiter {
  /**
   * Counts one under every key of `counted`, or under none when one of them, or of `unlessFull`, is at a limit.
   * @returns 0, or the seconds to wait
   */
  take(counted: readonly RateLimitKey[], unlessFull?: readonly RateLimitKey[]): Promise<number>;
  /** Undoes a `take` whose action did not happen. */
  giveBack(counted: readonly RateLimitKey[]): Promise<void>;
}

/** A rate limiter for frequent actions, in the memory of this process: a restart resets it. */
export interface RateLimiter {
  /** Counts `amount` under `key`, unless that exceeds a limit. @returns 0, or the seconds to wait */
  take(key: string, limits: readonly Limit[], amount?: number): number;
  wait(key: string, limits: readonly Limit[], amount?: number): number;
}

type Window = { count: number; endsAt: number };

/** `now` in milliseconds; beyond `keys` keys the least recently used are dropped. */
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
    // If the clock was set back, nobody waits longer than one window.
    window.endsAt = Math.min(window.endsAt, now + seconds * 1000);
    return window.endsAt > now ? window : undefined;
  }
}

/** For load tests and end-to-end tests (RATE_LIMITS=off). */
export const noRateLimits: RateLimiter = { take: () => 0, wait: () => 0 };
export const noSharedRateLimits: SharedRateLimiter = { take: async () => 0, giveBack: async () => {} };
