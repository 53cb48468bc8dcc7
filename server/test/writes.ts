import { Bus } from '../src/kernel/bus.ts';
import { createWrites, type Writes } from '../src/kernel/writes.ts';
import { delivery } from '../src/notifications/actions/notifications.ts';
import type { Pool } from '../src/platform/postgres/database.ts';

/** For tests that call actions and jobs without a site. */
export function writesOn(db: Pool, { now = () => new Date(), bus = new Bus() } = {}): Writes {
  return createWrites({ db, bus, now, deliver: delivery() });
}
