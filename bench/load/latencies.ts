export type RunResult = {
  /** Answers per second. */
  rate: number;
  requests: number;
  p50: number;
  p99: number;
  /** Answers other than 200, and broken connections. */
  failures: number;
  failure: string | null;
};

/** In milliseconds. Grows without garbage, whose collection would count as the server's. */
export class Latencies {
  #values = new Float64Array(65_536);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(latency: number): void {
    if (this.#count === this.#values.length) {
      const values = new Float64Array(2 * this.#count);
      values.set(this.#values);
      this.#values = values;
    }
    this.#values[this.#count++] = latency;
  }

  /** The first `count`, in ascending order. */
  sorted(count: number): Float64Array {
    return this.#values.slice(0, count).sort();
  }
}

/** By nearest rank; 0 for no values. */
export function percentile(sortedValues: ArrayLike<number>, share: number): number {
  return sortedValues[Math.max(0, Math.ceil(sortedValues.length * share) - 1)] ?? 0;
}

/** 0 for no values. */
export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const middle = ascending.length >> 1;
  const upper = ascending[middle] ?? 0;
  return ascending.length % 2 === 1 ? upper : ((ascending[middle - 1] ?? 0) + upper) / 2;
}
