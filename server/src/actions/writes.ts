import type { Bus } from '../platform/bus.ts';
import type { Pool } from '../platform/database.ts';
import type { PushQueue } from './push-queue.ts';

/** What the actions write to, and whom they tell. `now` is the clock. */
export type Writes = {
  readonly db: Pool;
  readonly bus: Bus;
  readonly now: () => Date;
  /** Who is notified is told on their devices too. Without it, on none. */
  readonly pushes?: PushQueue;
};
