export type RunResult = {
  /** Answered requests per second. */
  rate: number;
  requests: number;
  p50: number;
  p99: number;
  /** Answers other than 200, and broken connections. */
  failures: number;
  failure: string | null;
};

/** The value below which this share of the sorted values lies (nearest rank); 0 of none. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** The middle of some values, or the mean of the two in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
