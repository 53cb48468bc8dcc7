import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import { detached } from '../concurrency/detached.ts';
import { SieveCache } from '../concurrency/sieve-cache.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** Each signature is for one use, so that one kind of string cannot pass for another. */
export class Signer {
  readonly #secret: string;
  // The same cookie comes with every request: verify it once.
  readonly #valuesByToken = new SieveCache<string>({ max: 20_000 });
  // The same cursor goes out with every feed that ends at the same post.
  readonly #tokens = new SieveCache<string>({ max: 5_000 });

  constructor(secret: string) {
    this.#secret = secret;
  }

  sign(use: string, value: string): string {
    const key = `${use}\0${value}`;
    let token = this.#tokens.get(key);
    if (token === undefined) {
      token = `${value}.${this.mac(use, value).toString('base64url')}`;
      this.#tokens.set(key, token);
    }
    return token;
  }

  open(use: string, token: string): string | null {
    const key = `${use}\0${token}`;
    const cached = this.#valuesByToken.get(key);
    if (cached !== undefined) return cached;
    const dot = token.lastIndexOf('.');
    if (dot < 0) return null;
    const value = detached(token.slice(0, dot));
    const signature = Buffer.from(token.slice(dot + 1));
    const expected = Buffer.from(this.mac(use, value).toString('base64url'));
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
    this.#valuesByToken.set(key, value);
    return value;
  }

  seal(use: string, value: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#sealKey(use), nonce);
    const text = [cipher.update(value, 'utf8'), cipher.final()];
    return Buffer.concat([nonce, ...text, cipher.getAuthTag()]).toString('base64url');
  }

  unseal(use: string, token: string): string | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length < nonceBytes + tagBytes) return null;
    const decipher = createDecipheriv('aes-256-gcm', this.#sealKey(use), bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    }).setAuthTag(bytes.subarray(-tagBytes));
    try {
      return (
        decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch {
      // A wrong authentication tag: the only way these two can fail.
      return null;
    }
  }

  mac(use: string, value: string): Buffer {
    return createHmac('sha256', this.#secret).update(`${use}\0${value}`).digest().subarray(0, 16);
  }

  #sealKey(use: string): Buffer {
    return createHmac('sha256', this.#secret).update(`seal\0${use}`).digest();
  }
}
