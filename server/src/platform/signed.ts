import { createHmac, timingSafeEqual } from 'node:crypto';

import { LRUCache } from 'lru-cache';

/** Signs short strings with the site's secret, each for one use, so that one kind cannot pass for another. */
export class Signer {
  readonly #secret: string;
  // The same cookie comes with every request: what was found right once is not reckoned again.
  readonly #opened = new LRUCache<string, string>({ max: 20_000 });

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** `value.signature` in base64url. */
  sign(use: string, value: string): string {
    return `${value}.${this.#mac(use, value)}`;
  }

  /** The value that was signed for this use, or null. */
  open(use: string, signed: string): string | null {
    const key = `${use}\0${signed}`;
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const dot = signed.lastIndexOf('.');
    if (dot < 0) return null;
    const value = signed.slice(0, dot);
    const given = Buffer.from(signed.slice(dot + 1));
    const expected = Buffer.from(this.#mac(use, value));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    this.#opened.set(key, value);
    return value;
  }

  // 128 bits are ample for a value that also has to be known to the database.
  #mac(use: string, value: string): string {
    return createHmac('sha256', this.#secret)
      .update(`${use}\0${value}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url');
  }
}
