import type { Writes } from '../actions/writes.ts';
import { Bus, type Events } from '../platform/bus.ts';
import type { Pool } from '../platform/database.ts';
import { addJob, type ToldFromOutside } from '../store/jobs.ts';

/**
 * What actions need outside the server. What they tell is handed to a server that runs, as jobs, by `tell`: its
 * caches and open pages follow within a second.
 */
export function outsideWrites(db: Pool): { writes: Writes; tell: () => Promise<void> } {
  const told: ToldFromOutside[] = [];
  class OutsideBus extends Bus {
    override emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
      // Nobody is notified by what an operator does.
      if (name !== 'notified') told.push({ name, event } as ToldFromOutside);
    }
  }
  return {
    writes: { db, bus: new OutsideBus(), now: () => new Date() },
    tell: async () => {
      for (const one of told.splice(0)) await addJob(db, 'tell-site', one);
    },
  };
}
