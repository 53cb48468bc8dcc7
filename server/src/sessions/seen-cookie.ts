import { cookieOf, setCookie, type WithHeaders } from '../http/cookies.ts';
import type { InstanceLink } from '../instances/actions/link.ts';
import type { Bus } from '../kernel/bus.ts';
import type { CallerReply } from '../kernel/route.ts';
import { cookieAttributes, cookieName, type SessionCookies } from './session-cookie.ts';

type Needs = SessionCookies & {
  /** Null: no other process serves this site. */
  readonly link: InstanceLink | null;
  readonly bus: Bus;
};

const use = 'seen';
const lifeSeconds = 10;

/** The next request of this browser, on whichever process, must see the changes of this command. */
export function rememberPlace(site: Needs, reply: Pick<CallerReply, 'header'>): void {
  const place = site.link?.place ?? null;
  if (place === null) return;
  setCookie(reply, cookieName(site, use), site.signer.sign(use, place), {
    ...cookieAttributes(site),
    maxAge: lifeSeconds,
  });
}

/**
 * Waits a moment for the changes of this browser's last command. If they do not arrive, the caches are
 * cleared.
 * @returns undefined when there is nothing to wait for
 */
export function catchUp(site: Needs, request: WithHeaders): Promise<void> | undefined {
  if (site.link === null) return undefined;
  site.link.check();
  const cookie = cookieOf(request, cookieName(site, use));
  // Signed: otherwise anybody could make this process clear its caches.
  const place = cookie === undefined ? null : site.signer.open(use, cookie);
  return place === null ? undefined : reach(site.link, site.bus, place);
}

async function reach(link: InstanceLink, bus: Bus, place: string): Promise<void> {
  if (!(await link.caughtUp(place))) bus.clearCaches();
}
