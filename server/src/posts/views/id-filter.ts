const bitsPerId = 16;
const leastBits = 256;
const mostBits = 2 ** 14;

/** The random end of an id (kernel/ids.ts), which is all that a filter needs. */
export function hashOfId(id: string): number {
  return parseInt(id.slice(-8), 16) | 0;
}

/**
 * A Bloom filter: of ids that were not added it says so in all but half a percent of cases, in a few hundred
 * bytes that are in the processor's cache, where a look-up in a map reads memory for each id.
 */
export class IdFilter {
  readonly #words: Int32Array;
  readonly #mask: number;

  constructor(ids: ReadonlyMap<string, unknown>) {
    const wantedBits = Math.min(mostBits, Math.max(leastBits, ids.size * bitsPerId));
    const bits = 2 ** Math.ceil(Math.log2(wantedBits));
    this.#words = new Int32Array(bits / 32);
    this.#mask = bits - 1;
    for (const id of ids.keys()) this.add(id);
  }

  add(id: string): void {
    const hash = hashOfId(id);
    for (const bit of [hash & this.#mask, (hash >>> 9) & this.#mask, (hash >>> 18) & this.#mask])
      this.#words[bit >>> 5] = (this.#words[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  mayHave(hash: number): boolean {
    return this.#isSet(hash) && this.#isSet(hash >>> 9) && this.#isSet(hash >>> 18);
  }

  #isSet(place: number): boolean {
    const bit = place & this.#mask;
    return (((this.#words[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }
}
