import type { FastifyRequest } from 'fastify';

import type { Call } from '../../../contract/src/calls/define.ts';
import { Problem } from '../../../contract/src/problem.ts';
import { adminAuthenticationMs, adminSessionMs } from '../../../contract/src/rules/recent-sign-in.ts';
import { countCall } from '../http/rate-limits.ts';
import type { Session } from '../kernel/session.ts';
import type { Writes } from '../kernel/writes.ts';
import type { PeopleReads } from '../people/views/people-reads.ts';
import type { InFlight } from '../platform/concurrency/in-flight.ts';
import type { RateLimiter } from '../platform/concurrency/rate-limiter.ts';
import { requireAdminAuthentication } from './actions/reauthentication.ts';
import { type SessionCookies, sessionOf } from './session-cookie.ts';
import { isAdmin } from './views/session.ts';

export type Admission = SessionCookies & {
  reads: PeopleReads;
  writes: Writes;
  limiter: RateLimiter;
  inFlight: InFlight;
  superAdminEmail: string | null;
};

/**
 * @returns null for a visitor
 * @throws {Problem} `unauthenticated`, `permission-denied`, `resource-exhausted`, or `failed-precondition`
 * when an admin must re-authenticate
 */
export async function admit(site: Admission, request: FastifyRequest, call: Call): Promise<Session | null> {
  const { access, kind, needsReauthentication = kind === 'command' } = call;
  const session = await sessionOf(site, request);
  const user = session && (await site.reads.authors.get(session.uid));
  const active = user && !user.hidden ? session : null;
  if (access === 'anyone') return active;
  if (!active) throw new Problem('unauthenticated');
  if (access === 'admin' && !(await isAdmin(site.reads.db, active.uid, site.superAdminEmail)))
    throw new Problem('permission-denied');
  await countCall(site.limiter, call, active.uid);
  if (access === 'admin')
    await requireAdminAuthentication(
      site.writes,
      active,
      needsReauthentication ? adminAuthenticationMs : adminSessionMs,
    );
  return active;
}

/**
 * A suspension waits for the user's running commands. A command whose body arrives after the suspension is
 * refused here.
 */
export function whileActive(
  { reads, inFlight }: Pick<Admission, 'reads' | 'inFlight'>,
  uid: string,
  work: () => Promise<object>,
): Promise<object> {
  return inFlight.run(uid, async () => {
    const user = await reads.authors.get(uid);
    if (!user || user.hidden) throw new Problem('unauthenticated');
    return work();
  });
}
