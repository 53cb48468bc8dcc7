/** Lets `width` pieces of work run at once and `queue` more wait; beyond that it refuses. */
export class Gate {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #width: number;
  readonly #queue: number;

  constructor(width: number, queue: number) {
    this.#width = width;
    this.#queue = queue;
  }

  /** Runs `work` when it is its turn. Throws `onFull()` at once when the queue is full. */
  async run<T>(work: () => Promise<T>, onFull: () => Error): Promise<T> {
    if (this.#running >= this.#width) {
      if (this.#waiting.length >= this.#queue) throw onFull();
      // Who leaves hands its place over, so nobody who comes meanwhile takes it.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
