import type { Database } from '../platform/database.ts';
import { countAll } from '../store/totals.ts';

type Totals = { users: number; posts: number };

const dearMs = 50;
const keptTimes = 20;

/**
 * How many users and posts there are, counted when asked. A count that was dear is kept twenty times as long as it took,
 * so that counting never takes more than a twentieth of the time; with a million rows it is up to some seconds old.
 */
export class TotalCounts {
  readonly #db: Database;
  #counted: Promise<Totals> | null = null;

  constructor(db: Database) {
    this.#db = db;
  }

  read(): Promise<Totals> {
    this.#counted ??= this.#count();
    return this.#counted;
  }

  async #count(): Promise<Totals> {
    const begun = performance.now();
    const forget = () => (this.#counted = null);
    try {
      const totals = await countAll(this.#db);
      const tookMs = performance.now() - begun;
      if (tookMs < dearMs) forget();
      else setTimeout(forget, tookMs * keptTimes).unref();
      return totals;
    } catch (error) {
      forget();
      throw error;
    }
  }
}
