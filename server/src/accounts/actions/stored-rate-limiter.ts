import type { RateLimitKey, SharedRateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { capRateLimits, giveBackRate, type RateWindow, takeRate } from '../store/rate-limits.ts';

/** A row takes about 190 bytes with its index entry: 20 MB in all. */
const maxRows = 100_000;

type Dependencies = { db: Database; signer: Signer; now: () => Date; max?: number };

export class StoredRateLimiter implements SharedRateLimiter {
  readonly #db: Database;
  readonly #signer: Signer;
  readonly #now: () => Date;
  readonly #max: number;
  // Upper bound of the rows added since the table was last trimmed; unknown at the start.
  #addedRows = Infinity;

  constructor({ db, signer, now, max = maxRows }: Dependencies) {
    this.#db = db;
    this.#signer = signer;
    this.#now = now;
    this.#max = max;
  }

  async take(keys: readonly RateLimitKey[], unlessFull: readonly RateLimitKey[] = []): Promise<number> {
    const windows = [...this.#windows(keys, true), ...this.#windows(unlessFull, false)];
    await this.#trim(windows.length);
    return takeRate(this.#db, windows, this.#now());
  }

  async giveBack(keys: readonly RateLimitKey[]): Promise<void> {
    const windowKeys = this.#windows(keys, true).map(({ key }) => key);
    await giveBackRate(this.#db, windowKeys);
  }

  // An attacker with many addresses must not fill the disk, nor evict counters that are close to their limit.
  async #trim(adding: number): Promise<void> {
    this.#addedRows += adding;
    if (this.#addedRows <= this.#max / 20) return;
    this.#addedRows = adding;
    await capRateLimits(this.#db, this.#max, this.#now());
  }

  #windows(keys: readonly RateLimitKey[], isCounted: boolean): RateWindow[] {
    return keys.flatMap(({ key, limits }) =>
      limits.map(({ max, seconds }) => ({
        key: this.#signer.mac('rate limit', `${key}/${seconds}`),
        seconds,
        max,
        isCounted,
      })),
    );
  }
}
