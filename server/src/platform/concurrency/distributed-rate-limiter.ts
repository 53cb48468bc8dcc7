import { LRUCache } from 'lru-cache';

import { type Limit, MemoryRateLimiter, type RateLimiter, type WindowState } from './rate-limiter.ts';

/** A step on all windows of one key. `take` counts in all or in none, `add` in all, `look` in none. */
export type WindowStep = {
  readonly mode: 'take' | 'look' | 'add';
  readonly key: string;
  readonly limits: readonly Limit[];
  readonly amount: number;
};

/** `waitMs` is 0 when no window is full; `windows` are as the step leaves them, in the order of its limits. */
export type WindowAnswer = { readonly waitMs: number; readonly windows: readonly WindowState[] };

/** Windows in which several processes count together. */
export interface SharedWindows {
  /** Answers in the order of the steps. @throws {WindowsUnavailable} within some 100 ms */
  run(steps: readonly WindowStep[]): Promise<readonly WindowAnswer[]>;
}

/** The shared windows cannot be reached; a step may have been counted all the same. */
export class WindowsUnavailable extends Error {}

type Parts = {
  windows: SharedWindows;
  /** How many processes share the limits while the windows are unavailable. */
  instances: () => number;
  /** Called with the reason when the windows become unavailable, and with null when they are back. */
  onAway?: (reason: string | null) => void;
  /** In milliseconds. */
  now?: () => number;
};

const sendMs = 1_000;
const retryMs = 1_000;
const stepsAtOnce = 100;

/**
 * Limits that hold over several processes together. While the shared windows are unavailable, each process admits its
 * share of a limit: together they admit less than the limit, but never everything.
 */
export class DistributedRateLimiter implements RateLimiter {
  readonly #parts: Parts;
  // Windows as far as this process knows them. Nothing is ever given back, so a full window here is full everywhere.
  readonly #copies: MemoryRateLimiter;
  // Counted here and not yet sent.
  #unsent = newUnsent();
  #sending: Promise<void> | null = null;
  readonly #timer: NodeJS.Timeout;
  #away: { until: number } | null = null;
  #alone = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#copies = new MemoryRateLimiter(parts.now);
    this.#timer = setInterval(() => void this.send(), sendMs).unref();
  }

  /** How many decisions were made without the other processes. */
  get alone(): number {
    return this.#alone;
  }

  take(key: string, limits: readonly Limit[], amount = 1): Promise<number> {
    return this.#decide({ mode: 'take', key, limits, amount });
  }

  wait(key: string, limits: readonly Limit[], amount = 1): Promise<number> {
    return this.#decide({ mode: 'look', key, limits, amount });
  }

  takeLoosely(key: string, limits: readonly Limit[], amount = 1): number {
    if (this.#away) this.#alone += 1;
    return this.#takeHere(key, limits, this.#away ? this.#shares(limits) : limits, amount);
  }

  /** Sends what was counted loosely; otherwise this happens each second. */
  send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
    return this.#sending;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.send();
  }

  async #decide(step: WindowStep): Promise<number> {
    const { mode, key, limits, amount } = step;
    const full = this.#copies.wait(key, limits, amount);
    if (full > 0) return full;
    const [answer] = (await this.#run([step])) ?? [];
    if (answer) {
      this.#copies.adopt(key, limits, answer.windows);
      return Math.ceil(answer.waitMs / 1000);
    }
    this.#alone += 1;
    const shares = this.#shares(limits);
    if (mode === 'take') return this.#takeHere(key, limits, shares, amount);
    return this.#copies.wait(key, shares, amount);
  }

  #takeHere(key: string, limits: readonly Limit[], admitted: readonly Limit[], amount: number): number {
    const wait = this.#copies.take(key, admitted, amount);
    if (wait === 0) this.#keep(key, { limits, amount, since: performance.now() });
    return wait;
  }

  async #sendAll(): Promise<void> {
    const waiting = [...this.#unsent];
    this.#unsent = newUnsent();
    while (waiting.length > 0) {
      // Counts of a window that has ended must not go into the next one.
      const batch = waiting
        .splice(0, stepsAtOnce)
        .filter(([, { limits, since }]) => isRunning(limits, since));
      const steps = batch.map(([key, { limits, amount }]) => ({ mode: 'add', key, limits, amount }) as const);
      const answers = await this.#run(steps);
      if (!answers) {
        for (const [key, unsent] of [...batch, ...waiting]) this.#keep(key, unsent);
        return;
      }
      for (const [index, { key, limits }] of steps.entries()) {
        const { windows = [] } = answers[index] ?? {};
        this.#copies.adopt(key, limits, windows, this.#unsent.get(key)?.amount);
      }
    }
  }

  #keep(key: string, { limits, amount, since }: Unsent): void {
    const other = this.#unsent.get(key) ?? { amount: 0, since };
    this.#unsent.set(key, { limits, amount: amount + other.amount, since: Math.min(since, other.since) });
  }

  // Null: unavailable. After a failure one step in a second tries again, and only that one waits.
  async #run(steps: readonly WindowStep[]): Promise<readonly WindowAnswer[] | null> {
    if (this.#away && performance.now() < this.#away.until) return null;
    if (this.#away) this.#away.until = performance.now() + retryMs;
    try {
      const answers = await this.#parts.windows.run(steps);
      if (this.#away) this.#parts.onAway?.(null);
      this.#away = null;
      return answers;
    } catch (error) {
      if (!(error instanceof WindowsUnavailable)) throw error;
      if (!this.#away) this.#parts.onAway?.(error.message);
      this.#away = { until: performance.now() + retryMs };
      return null;
    }
  }

  #shares(limits: readonly Limit[]): Limit[] {
    const instances = Math.max(1, this.#parts.instances());
    // Rounded down, so that all processes together stay below the limit.
    return limits.map(({ max, seconds }) => ({ max: Math.max(1, Math.floor(max / instances)), seconds }));
  }
}

type Unsent = { limits: readonly Limit[]; amount: number; since: number };

const newUnsent = () => new LRUCache<string, Unsent>({ max: 200_000 });

function isRunning(limits: readonly Limit[], since: number): boolean {
  const shortest = Math.min(...limits.map(({ seconds }) => seconds));
  return performance.now() - since < shortest * 1000;
}
