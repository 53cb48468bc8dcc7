import type { CallerReply, CallerRequest } from '../kernel/route.ts';
import type { Writes } from '../kernel/writes.ts';
import { moveDevices } from '../notifications/actions/push-devices.ts';
import type { Authentication } from '../sessions/actions/sessions.ts';
import { type SessionCookies, startSession } from '../sessions/session-cookie.ts';
import { endSurplusSessions } from './actions/own-sessions.ts';

/**
 * Starts a session in place of the browser's former one. A user who only signed in again keeps getting pushes
 * there: the page does not register again.
 */
export async function replaceSession(
  site: SessionCookies & { writes: Writes },
  request: Pick<CallerRequest, 'headers' | 'log'>,
  reply: Pick<CallerReply, 'header'>,
  authentication: Authentication,
): Promise<void> {
  const { token, former } = await startSession(site, request, reply, authentication);
  if (former !== null) {
    await moveDevices(site.writes, authentication.uid, { from: former, to: token });
    await site.sessions.end(former);
  }
  await endSurplusSessions(site.writes, authentication.uid, token);
}
