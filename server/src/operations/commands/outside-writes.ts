import type { Fact } from '../../kernel/facts.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import { createWrites, type Writes } from '../../kernel/writes.ts';
import { delivery } from '../../notifications/actions/notifications.ts';
import type { Pool } from '../../platform/postgres/database.ts';

const factsPerJob = 500;

/**
 * For processes other than the server, such as the operator's tool. `enqueueFacts` adds the facts as jobs; a
 * running server publishes them, so its caches and open pages are up to date within a second.
 */
export function outsideWrites(db: Pool): { writes: Writes; enqueueFacts: () => Promise<void> } {
  const facts: Fact[] = [];
  const bus = { publish: (more: readonly Fact[]) => void facts.push(...more) };
  return {
    writes: createWrites({ db, bus, now: () => new Date(), deliver: delivery() }),
    enqueueFacts: async () => {
      while (facts.length > 0) await addJob(db, 'publish-facts', { facts: facts.splice(0, factsPerJob) });
    },
  };
}
