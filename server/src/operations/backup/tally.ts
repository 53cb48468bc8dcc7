import { hash } from 'node:crypto';

/** `digest` is the sum of the lines' hashes, so it does not depend on their order. */
export type Count = { readonly lines: number; readonly digest: string };

export class Tally {
  #low = 0n;
  #high = 0n;
  #lines = 0;
  #rest: Buffer = Buffer.alloc(0);

  /** Takes chunks of any size. @returns the bytes up to the end of the last whole line */
  add(piece: Buffer): Buffer {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      this.#addLine(bytes.subarray(start, end));
      start = end + 1;
    }
    this.#rest = bytes.subarray(start);
    return bytes.subarray(0, start);
  }

  get count(): Count {
    const digest = [this.#high, this.#low].map((sum) => sum.toString(16).padStart(16, '0')).join('');
    return { lines: this.#lines, digest };
  }

  #addLine(line: Buffer): void {
    const sum = hash('sha256', line, 'buffer');
    this.#low = BigInt.asUintN(64, this.#low + sum.readBigUInt64LE(0));
    this.#high = BigInt.asUintN(64, this.#high + sum.readBigUInt64LE(8));
    this.#lines++;
  }
}

export function isSame(a: Count | undefined, b: Count): boolean {
  return a?.lines === b.lines && a.digest === b.digest;
}
