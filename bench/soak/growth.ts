export type Sample = { at: number; bytes: number };

const hourMs = 3_600_000;

/** Bytes per hour: the least-squares slope of the samples; 0 for fewer than two. */
export function growth(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const middle = { at: mean(({ at }) => at), bytes: mean(({ bytes }) => bytes) };
  const spread = mean(({ at }) => (at - middle.at) ** 2);
  if (samples.length < 2 || spread === 0) return 0;
  return (mean(({ at, bytes }) => (at - middle.at) * (bytes - middle.bytes)) / spread) * hourMs;
}
