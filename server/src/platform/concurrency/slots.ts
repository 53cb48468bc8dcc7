type Waiting = { key: string; start: () => void };

export type SlotBounds = {
  running: number;
  runningPerKey: number;
  waiting: number;
  waitingPerKey: number;
};

export class SlotsFull extends Error {
  readonly isOfKey: boolean;

  constructor(isOfKey: boolean) {
    super('the queue is full');
    this.isOfKey = isOfKey;
  }
}

/** One key cannot hold up the others: their work overtakes work that waits for a busy key. */
export class Slots {
  readonly #bounds: SlotBounds;
  readonly #runningOf = new Map<string, number>();
  #running = 0;
  #waiting: Waiting[] = [];

  constructor(bounds: SlotBounds) {
    this.#bounds = bounds;
  }

  /** @throws {SlotsFull} at once, or the signal's reason while waiting */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#isFree(key)) this.#take(key);
    else await this.#wait(key, signal);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  #isFree(key: string): boolean {
    const { running, runningPerKey } = this.#bounds;
    return this.#running < running && (this.#runningOf.get(key) ?? 0) < runningPerKey;
  }

  #take(key: string): void {
    this.#running++;
    this.#runningOf.set(key, (this.#runningOf.get(key) ?? 0) + 1);
  }

  #wait(key: string, signal: AbortSignal): Promise<void> {
    const { waiting, waitingPerKey } = this.#bounds;
    const ofKey = this.#waiting.filter((other) => other.key === key).length;
    const isBusy = (this.#runningOf.get(key) ?? 0) >= this.#bounds.runningPerKey;
    if (this.#waiting.length >= waiting || ofKey >= waitingPerKey) throw new SlotsFull(isBusy);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((other) => other !== entry);
        reject(signal.reason as Error);
      };
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        this.#take(key);
        resolve();
      };
      const entry = { key, start };
      this.#waiting.push(entry);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  #leave(key: string): void {
    this.#running--;
    const remaining = (this.#runningOf.get(key) ?? 1) - 1;
    if (remaining === 0) this.#runningOf.delete(key);
    else this.#runningOf.set(key, remaining);
    const next = this.#waiting.find((other) => this.#isFree(other.key));
    if (!next) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    next.start();
  }
}
