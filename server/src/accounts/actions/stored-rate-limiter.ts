import type { RateLimitKey, SharedRateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { capRateLimits, giveBackRate, type RateWindow, takeRate } from '../store/rate-limits.ts';

/** With its index entry a row takes some 190 bytes: 20 MB in all. */
const maxRows = 100_000;

type Parts = { db: Database; signer: Signer; now: () => Date; max?: number };

/** Limits that are kept in the database: they hold over a restart and over all processes. */
export class StoredRateLimiter implements SharedRateLimiter {
  readonly #db: Database;
  readonly #signer: Signer;
  readonly #now: () => Date;
  readonly #max: number;
  // How many rows may have come since the table was last cut; a process that has just begun cannot know.
  #grown = Infinity;

  constructor({ db, signer, now, max = maxRows }: Parts) {
    this.#db = db;
    this.#signer = signer;
    this.#now = now;
    this.#max = max;
  }

  async take(counted: readonly RateLimitKey[], unlessFull: readonly RateLimitKey[] = []): Promise<number> {
    const windows = [...this.#windows(counted, true), ...this.#windows(unlessFull, false)];
    await this.#cut(windows.length);
    return takeRate(this.#db, windows, this.#now());
  }

  async giveBack(counted: readonly RateLimitKey[]): Promise<void> {
    const keys = this.#windows(counted, true).map(({ key }) => key);
    await giveBackRate(this.#db, keys);
  }

  // Whoever has very many addresses must not fill the disk, nor push out the limits that others are about to reach.
  async #cut(coming: number): Promise<void> {
    this.#grown += coming;
    if (this.#grown <= this.#max / 20) return;
    this.#grown = coming;
    await capRateLimits(this.#db, this.#max, this.#now());
  }

  #windows(counted: readonly RateLimitKey[], isCounted: boolean): RateWindow[] {
    return counted.flatMap(({ key, limits }) =>
      limits.map(({ max, seconds }) => ({
        key: this.#signer.mac('rate limit', `${key}/${seconds}`),
        seconds,
        max,
        isCounted,
      })),
    );
  }
}
