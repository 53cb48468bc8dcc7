import type { MaybePromise } from './maybe-promise.ts';

export class InFlight {
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  async run<T>(key: string, work: () => MaybePromise<T>): Promise<T> {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  async waitUntilIdle(key: string, timeoutMs: number): Promise<void> {
    if (!this.#counts.has(key)) return;
    await new Promise<void>((resolve) => {
      const callbacks = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, callbacks);
      const timer = setTimeout(resolve, timeoutMs);
      callbacks.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #leave(key: string): void {
    const remaining = (this.#counts.get(key) ?? 1) - 1;
    if (remaining > 0) return void this.#counts.set(key, remaining);
    this.#counts.delete(key);
    for (const resolve of this.#waiting.get(key) ?? []) resolve();
    this.#waiting.delete(key);
  }
}
