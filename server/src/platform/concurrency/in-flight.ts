/** Counts the work in flight per key, so that others can wait until it is done. */
export class InFlight {
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
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
      const waiting = this.#waiting.get(key) ?? new Set();
      this.#waiting.set(key, waiting);
      const timer = setTimeout(resolve, timeoutMs);
      waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #leave(key: string): void {
    const left = (this.#counts.get(key) ?? 1) - 1;
    if (left > 0) return void this.#counts.set(key, left);
    this.#counts.delete(key);
    for (const resolve of this.#waiting.get(key) ?? []) resolve();
    this.#waiting.delete(key);
  }
}
