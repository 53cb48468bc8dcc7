export class Overloaded extends Error {
  constructor() {
    super('Too much of this work is queued already');
    this.name = 'Overloaded';
  }
}

/** `width` tasks run at once, `queue` more wait for up to `waitMs`, and the rest is rejected. */
export class Gate {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #width: number;
  readonly #queue: number;
  readonly #waitMs: number;

  constructor(width: number, queue: number, waitMs = Infinity) {
    this.#width = width;
    this.#queue = queue;
    this.#waitMs = waitMs;
  }

  /** @throws Overloaded at once when the queue is full, or after `waitMs` */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#width) {
      if (this.#waiting.length >= this.#queue) throw new Overloaded();
      // Work that ends hands its slot to the next in the queue, so that no newcomer takes it.
      await this.#turn();
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

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(new Overloaded());
      };
      const timer = this.#waitMs === Infinity ? undefined : setTimeout(giveUp, this.#waitMs);
      this.#waiting.push(begin);
    });
  }
}
