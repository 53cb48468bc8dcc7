import { SieveCache } from './sieve-cache.ts';

export type Limit = { readonly max: number; readonly seconds: number };

export type RateLimitKey = { readonly key: string; readonly limits: readonly Limit[] };

/**
 * For rare and sensitive actions (passwords, links, sign-ups): counts survive a restart, and all processes
 * share them. Each method is one round trip.
 */
export interface SharedRateLimiter {
  /**
   * Counts one under each of `keys`, or under none when one of them, or of `unlessFull`, is at a limit.
   * @returns 0, or the seconds to wait
   */
  take(keys: readonly RateLimitKey[], unlessFull?: readonly RateLimitKey[]): Promise<number>;
  giveBack(keys: readonly RateLimitKey[]): Promise<void>;
}

/**
 * For frequent actions: counts are lost when the process, or the store that several processes share,
 * restarts.
 */
export interface RateLimiter {
  /** Counts unless that exceeds a limit. @returns 0, or the seconds to wait */
  take(key: string, limits: readonly Limit[], amount?: number): number | Promise<number>;
  /** Does not wait for other processes, which learn of it within a second or two. */
  takeLoosely(key: string, limits: readonly Limit[], amount?: number): number;
  wait(key: string, limits: readonly Limit[], amount?: number): number | Promise<number>;
}

export type WindowState = { readonly count: number; readonly leftMs: number };

type Window = { count: number; endsAt: number };

export class MemoryRateLimiter implements RateLimiter {
  readonly #windows: SieveCache<Window>;
  readonly #now: () => number;

  constructor(now: () => number = Date.now, keys = 200_000) {
    this.#windows = new SieveCache({ max: keys });
    this.#now = now;
  }

  take(key: string, limits: readonly Limit[], amount = 1): number {
    const wait = this.wait(key, limits, amount);
    if (wait === 0) this.add(key, limits, amount);
    return wait;
  }

  takeLoosely(key: string, limits: readonly Limit[], amount = 1): number {
    return this.take(key, limits, amount);
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

  /** Counts even above a limit. */
  add(key: string, limits: readonly Limit[], amount: number): void {
    const now = this.#now();
    for (const limit of limits) {
      const window = this.#window(key, limit, now);
      if (window) window.count += amount;
      else this.#set(key, limit, { count: amount, endsAt: now + limit.seconds * 1000 });
    }
  }

  states(key: string, limits: readonly Limit[]): WindowState[] {
    const now = this.#now();
    return limits.map((limit) => {
      const window = this.#window(key, limit, now);
      return window ? { count: window.count, leftMs: window.endsAt - now } : { count: 0, leftMs: 0 };
    });
  }

  /**
   * Takes over windows of other processes, plus an amount that they lack, unless this process has counted
   * higher.
   */
  adopt(key: string, limits: readonly Limit[], states: readonly WindowState[], unsentAmount = 0): void {
    const now = this.#now();
    for (const [index, limit] of limits.entries()) {
      const { count, leftMs } = states[index] ?? { count: 0, leftMs: 0 };
      const own = this.#window(key, limit, now)?.count ?? 0;
      if (leftMs > 0 && count + unsentAmount >= own)
        this.#set(key, limit, { count: count + unsentAmount, endsAt: now + leftMs });
    }
  }

  #set(key: string, { seconds }: Limit, window: Window): void {
    this.#windows.set(`${key}/${seconds}`, window);
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
export const noRateLimits: RateLimiter = { take: () => 0, takeLoosely: () => 0, wait: () => 0 };
export const noSharedRateLimits: SharedRateLimiter = { take: async () => 0, giveBack: async () => {} };
