import { delivery } from '../src/actions/notifications.ts';
import { Bus } from '../src/kernel/bus.ts';
import { createWrites, type Writes } from '../src/kernel/writes.ts';
import type { Pool } from '../src/platform/database.ts';

/** What actions write with on a database of which no site knows. */
export function writesOn(db: Pool, { now = () => new Date(), bus = new Bus() } = {}): Writes {
  return createWrites({ db, bus, now, deliver: delivery() });
}
