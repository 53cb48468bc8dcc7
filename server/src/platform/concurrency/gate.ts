export class Overloaded extends Error {
  constructor() {
    super('Too much of this work is queued already');
    this.name = 'Overloaded';
  }
}

/** Lets `width` pieces of work run at once and `queue` more wait; rejects the rest. */
export class Gate {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #width: number;
  readonly #queue: number;

  constructor(width: number, queue: number) {
    this.#width = width;
    this.#queue = queue;
  }

  /** Runs `work` in its turn. @throws Overloaded at once when the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#width) {
      if (this.#waiting.length >= this.#queue) throw new Overloaded();
      // Finished work hands its slot to the next in the queue, so that no newcomer takes it.
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
