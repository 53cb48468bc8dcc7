import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs short strings with the site's secret, each for one use, so that one kind cannot pass for another. */
export class Signer {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** `value.signature` in base64url. */
  sign(use: string, value: string): string {
    return `${value}.${this.#mac(use, value)}`;
  }

  /** The value that was signed for this use, or null. */
  open(use: string, signed: string): string | null {
    const dot = signed.lastIndexOf('.');
    if (dot < 0) return null;
    const value = signed.slice(0, dot);
    const given = Buffer.from(signed.slice(dot + 1));
    const expected = Buffer.from(this.#mac(use, value));
    return given.length === expected.length && timingSafeEqual(given, expected) ? value : null;
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
