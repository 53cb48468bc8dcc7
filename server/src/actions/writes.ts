import type { Bus } from '../platform/bus.ts';
import type { Pool } from '../platform/database.ts';

/** What the actions write to, and whom they tell. `now` is the clock. */
export type Writes = {
  readonly db: Pool;
  readonly bus: Bus;
  readonly now: () => Date;
};
