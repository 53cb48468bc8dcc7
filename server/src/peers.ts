import { randomUUID } from 'node:crypto';

import type { Logger } from 'pino';

import { InstanceLink } from './instances/actions/link.ts';
import { Membership } from './instances/actions/membership.ts';
import type { NewInstance } from './instances/store/instances.ts';
import type { Bus } from './kernel/bus.ts';
import type { Fact } from './kernel/facts.ts';
import {
  DistributedRateLimiter,
  type SharedWindows,
} from './platform/concurrency/distributed-rate-limiter.ts';
import type { InFlight } from './platform/concurrency/in-flight.ts';
import type { Pool } from './platform/postgres/database.ts';
import type { Transport } from './platform/transport/transport.ts';

/** `instances`: how many processes share the limits; if missing, those of the table `instances`. */
export type SharedLimits = { readonly windows: SharedWindows; readonly instances?: () => number };

export type PeerParts = {
  db: Pool;
  log: Logger;
  /** Missing: the site can have no other process. A transport of null: there is no way to reach one. */
  instance?: Omit<NewInstance, 'id'> & { transport: Transport | null };
  /** Null or missing: this is the site's only process. */
  sharedLimits?: SharedLimits | null;
};

/** Longer than any command except an upload takes. */
const settleMs = 5_000;

export function connectPeers(
  { instance, db, log }: PeerParts,
  bus: Bus,
  inFlight: InFlight,
): { link: InstanceLink | null; membership: Membership | null } {
  if (!instance) return { link: null, membership: null };
  const { transport, ...self } = instance;
  // Commands that a user started before losing access have finished by then.
  const waitForCommands = (facts: readonly Fact[]) =>
    Promise.all(
      facts.map(async (fact) => {
        if (fact.type === 'account-hidden') await inFlight.waitUntilIdle(fact.uid, settleMs);
      }),
    );
  const link = new InstanceLink({ id: randomUUID(), bus, transport, waitForCommands });
  return { link, membership: new Membership(db, link, self, log) };
}

export function distributedLimiter(
  { sharedLimits, log }: PeerParts,
  link: InstanceLink | null,
): DistributedRateLimiter | null {
  if (!sharedLimits) return null;
  const onAway = (reason: string | null) => {
    if (reason === null) log.info('rate limits hold over all processes again');
    else log.warn({ reason }, 'rate limits are counted per process, each with its share');
  };
  return new DistributedRateLimiter({ instances: () => link?.size ?? 1, ...sharedLimits, onAway });
}
