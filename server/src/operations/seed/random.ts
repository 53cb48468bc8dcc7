/** Reproducible from a seed on every machine. */
export type Random = {
  next(): number;
  /** A whole number in [0, below). */
  below(below: number): number;
  /** A whole number in [from, to]. */
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T;
};

/** The generator sfc32 (Chris Doty-Humphrey, PractRand). */
export function createRandom(seed: number): Random {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let counter = 1;
  const bits = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  // The first numbers still correlate with the seed.
  for (let i = 0; i < 12; i++) bits();

  const next = () => bits() / 0x1_0000_0000;
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
  };
}

/** A UUID version 7: 48 bits of milliseconds, then random bits. */
export function idAt(random: Random, at: number): string {
  const time = Math.floor(at).toString(16).padStart(12, '0');
  const hex = (digits: number) =>
    random
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const variant = '89ab'.charAt(random.below(4));
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
}

export class WeightedPick {
  readonly #sums: Float64Array;

  constructor(weights: ArrayLike<number>) {
    let sum = 0;
    this.#sums = Float64Array.from(weights, (weight) => (sum += weight));
  }

  index(random: Random): number {
    const target = random.next() * (this.#sums.at(-1) ?? 0);
    let low = 0;
    let high = this.#sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sums[middle] ?? 0) <= target) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
