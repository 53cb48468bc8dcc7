import { type Limit, MemoryRateLimiter, type RateLimiter, type WindowState } from './rate-limiter.ts';
import { SieveCache } from './sieve-cache.ts';

/** `take` counts in all windows of the key or in none, `add` in all, `look` in none. */
export type WindowStep = {
  readonly mode: 'take' | 'look' | 'add';
  readonly key: string;
  readonly limits: readonly Limit[];
  readonly amount: number;
};

export type WindowAnswer = { readonly waitMs: number; readonly windows: readonly WindowState[] };

export interface SharedWindows {
  /** @throws {WindowsUnavailable} within some 100 ms */
  run(steps: readonly WindowStep[]): Promise<readonly WindowAnswer[]>;
}

/** The steps may have been counted all the same. */
export class WindowsUnavailable extends Error {
  /** The answer, if it can still come. */
  readonly lateAnswers: Promise<readonly WindowAnswer[]> | undefined;

  constructor(reason: string, options?: ErrorOptions & { lateAnswers?: WindowsUnavailable['lateAnswers'] }) {
    super(reason, options);
    this.lateAnswers = options?.lateAnswers;
  }
}

type Parts = {
  windows: SharedWindows;
  instances: () => number;
  onAway?: (reason: string | null) => void;
};

const sendMs = 1_000;
const retryMs = 1_000;
const stepsAtOnce = 100;

/**
 * Limits that several processes share. While the shared windows are unavailable, the processes together
 * admit less than the limit, but never everything.
 */
export class DistributedRateLimiter implements RateLimiter {
  readonly #parts: Parts;
  // Nothing is ever given back, so a window that is full here is full everywhere.
  readonly #copies = new MemoryRateLimiter();
  #unsentCounts = newUnsentCounts();
  #sending: Promise<void> | null = null;
  readonly #timer: NodeJS.Timeout;
  #away: { until: number } | null = null;
  #localDecisions = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.send(), sendMs).unref();
  }

  get localDecisions(): number {
    return this.#localDecisions;
  }

  take(key: string, limits: readonly Limit[], amount = 1): Promise<number> {
    return this.#decide({ mode: 'take', key, limits, amount });
  }

  wait(key: string, limits: readonly Limit[], amount = 1): Promise<number> {
    return this.#decide({ mode: 'look', key, limits, amount });
  }

  takeLoosely(key: string, limits: readonly Limit[], amount = 1): number {
    if (this.#away) this.#localDecisions += 1;
    return this.#takeHere(key, limits, this.#away ? this.#shares(limits) : limits, amount);
  }

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
    const waitSeconds = this.#copies.wait(key, limits, amount);
    if (waitSeconds > 0) return waitSeconds;
    const [answer] = (await this.#run([step])) ?? [];
    if (answer) {
      this.#copies.adopt(key, limits, answer.windows);
      return Math.ceil(answer.waitMs / 1000);
    }
    this.#localDecisions += 1;
    const shares = this.#shares(limits);
    if (mode === 'take') return this.#takeHere(key, limits, shares, amount);
    return this.#copies.wait(key, shares, amount);
  }

  #takeHere(key: string, limits: readonly Limit[], admittedLimits: readonly Limit[], amount: number): number {
    const wait = this.#copies.take(key, admittedLimits, amount);
    if (wait === 0) this.#keep(key, { limits, amount, since: performance.now() });
    return wait;
  }

  async #sendAll(): Promise<void> {
    const remaining = [...this.#unsentCounts.entries()];
    this.#unsentCounts = newUnsentCounts();
    while (remaining.length > 0) {
      // A count must not go into the next window.
      const batch = remaining
        .splice(0, stepsAtOnce)
        .filter(([, { limits, since }]) => isRunning(limits, since));
      const steps = batch.map(([key, { limits, amount }]) => ({ mode: 'add', key, limits, amount }) as const);
      const answers = await this.#run(steps);
      if (!answers) {
        for (const [key, count] of [...batch, ...remaining]) this.#keep(key, count);
        return;
      }
      for (const [index, { key, limits }] of steps.entries()) {
        const { windows = [] } = answers[index] ?? {};
        this.#copies.adopt(key, limits, windows, this.#unsentCounts.get(key)?.amount);
      }
    }
  }

  #keep(key: string, { limits, amount, since }: UnsentCount): void {
    const earlier = this.#unsentCounts.get(key) ?? { amount: 0, since };
    this.#unsentCounts.set(key, {
      limits,
      amount: amount + earlier.amount,
      since: Math.min(since, earlier.since),
    });
  }

  // Null: unavailable. After a failure one step per second is tried, and only that one waits.
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
      void error.lateAnswers?.then((answers) => this.#forgetCounted(steps, answers));
      return null;
    }
  }

  // Steps without an answer in time count here and are sent later: without those that did count.
  #forgetCounted(steps: readonly WindowStep[], answers: readonly WindowAnswer[]): void {
    for (const [index, { mode, key, amount }] of steps.entries()) {
      const isCounted = mode === 'add' || (mode === 'take' && answers[index]?.waitMs === 0);
      const unsent = this.#unsentCounts.get(key);
      if (!isCounted || !unsent) continue;
      if (unsent.amount > amount) this.#unsentCounts.set(key, { ...unsent, amount: unsent.amount - amount });
      else this.#unsentCounts.delete(key);
    }
  }

  #shares(limits: readonly Limit[]): Limit[] {
    const instances = Math.max(1, this.#parts.instances());
    // Rounded down: all processes together stay below the limit.
    return limits.map(({ max, seconds }) => ({ max: Math.max(1, Math.floor(max / instances)), seconds }));
  }
}

type UnsentCount = { limits: readonly Limit[]; amount: number; since: number };

const newUnsentCounts = () => new SieveCache<UnsentCount>({ max: 200_000 });

function isRunning(limits: readonly Limit[], since: number): boolean {
  const shortest = Math.min(...limits.map(({ seconds }) => seconds));
  return performance.now() - since < shortest * 1000;
}
