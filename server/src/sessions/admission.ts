import type { Call } from '../../../contract/src/calls/define.ts';
import { Problem } from '../../../contract/src/problem.ts';
import { adminAuthenticationMs, adminSessionMs } from '../../../contract/src/rules/recent-sign-in.ts';
import type { WithHeaders } from '../http/cookies.ts';
import { countCall, countRepeat } from '../http/rate-limits.ts';
import { attemptKey } from '../kernel/attempts.ts';
import { hasResult } from '../kernel/idempotency.ts';
import type { Session } from '../kernel/session.ts';
import type { Writes } from '../kernel/writes.ts';
import type { PeopleReads } from '../people/views/people-reads.ts';
import type { InFlight } from '../platform/concurrency/in-flight.ts';
import { andThen, type MaybePromise } from '../platform/concurrency/maybe-promise.ts';
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
export function admit(site: Admission, request: WithHeaders, call: Call): MaybePromise<Session | null> {
  return andThen(sessionOf(site, request), (session) =>
    session === null
      ? admitActive(site, request, call, null)
      : andThen(site.reads.authors.get(session.uid), (user) =>
          admitActive(site, request, call, user && !user.hidden ? session : null),
        ),
  );
}

function admitActive(
  site: Admission,
  request: WithHeaders,
  call: Call,
  active: Session | null,
): MaybePromise<Session | null> {
  if (call.access === 'anyone') return active;
  if (!active) throw new Problem('unauthenticated');
  if (call.access === 'admin') return admitAdmin(site, request, call, active);
  const counting = count(site, request, call, active.uid);
  return counting ? counting.then(() => active) : active;
}

function count(site: Admission, request: WithHeaders, call: Call, uid: string): Promise<void> | undefined {
  return call.idempotent ? countUnlessRepeated(site, request, call, uid) : countCall(site.limiter, call, uid);
}

/** The last call that the limit allows can be repeated as well, if its answer was lost. */
async function countUnlessRepeated(
  { limiter, reads }: Admission,
  request: WithHeaders,
  call: Call,
  uid: string,
): Promise<void> {
  try {
    await countCall(limiter, call, uid);
  } catch (refusal) {
    const key = attemptKey(request);
    if (!(refusal instanceof Problem) || key === null) throw refusal;
    await countRepeat(limiter, call, uid);
    if (!(await hasResult(reads.db, uid, key))) throw refusal;
  }
}

async function admitAdmin(
  site: Admission,
  request: WithHeaders,
  call: Call,
  active: Session,
): Promise<Session> {
  const { kind, needsReauthentication = kind === 'command' } = call;
  if (!(await isAdmin(site.reads.db, active.uid, site.superAdminEmail)))
    throw new Problem('permission-denied');
  await count(site, request, call, active.uid);
  await requireAdminAuthentication(
    site.writes,
    active,
    needsReauthentication ? adminAuthenticationMs : adminSessionMs,
  );
  return active;
}

/**
 * A suspension waits for the user's running commands. A command whose body arrives after the suspension, or
 * after the end of its session, is refused here.
 */
export function whileActive(
  site: SessionCookies & Pick<Admission, 'reads' | 'inFlight'>,
  request: WithHeaders,
  { uid, work }: { uid: string; work: () => MaybePromise<object> },
): Promise<object> {
  return site.inFlight.run(uid, () =>
    andThen(sessionOf(site, request), (session) =>
      andThen(site.reads.authors.get(uid), (user) => {
        if (session?.uid !== uid || !user || user.hidden) throw new Problem('unauthenticated');
        return work();
      }),
    ),
  );
}
