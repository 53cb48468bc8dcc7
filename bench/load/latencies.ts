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
