import { cookieOf, setCookie, type WithHeaders } from '../http/cookies.ts';
import type { CallerReply, CallerRequest } from '../kernel/route.ts';
import type { Session } from '../kernel/session.ts';
import type { MaybePromise } from '../platform/concurrency/maybe-promise.ts';
import type { Signer } from '../platform/secrets/signed.ts';
import { type Authentication, sessionLife, type Sessions } from './actions/sessions.ts';

export type SessionCookies = {
  readonly secure: boolean;
  readonly sessions: Sessions;
  readonly signer: Signer;
};

type CookieReply = Pick<CallerReply, 'header'>;

const use = 'session';
const deviceUse = 'device';
const yearSeconds = 365 * 24 * 3600;

// `__Host-` binds the cookie to this host and to https; over plain http browsers reject it.
export const cookieName = ({ secure }: Pick<SessionCookies, 'secure'>, name: string) =>
  secure ? `__Host-${name}` : name;

export const cookieAttributes = ({ secure }: SessionCookies) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const;

export function sessionOf(cookies: SessionCookies, request: WithHeaders): MaybePromise<Session | null> {
  const header = request.headers.cookie;
  if (header === undefined) return null;
  return cookies.sessions.findByCookies(header, () => tokenOf(cookies, request));
}

/** Null when the cookie is missing or its signature is wrong. */
export function tokenOf(cookies: SessionCookies, request: WithHeaders): string | null {
  const cookie = cookieOf(request, cookieName(cookies, 'sid'));
  return cookie === undefined ? null : cookies.signer.open(use, cookie);
}

/** `former` is the token of the session that the browser had until now; null for none. It has not ended. */
export type StartedSession = { readonly token: string; readonly former: string | null };

export async function startSession(
  cookies: SessionCookies,
  request: Pick<CallerRequest, 'headers' | 'log'>,
  reply: CookieReply,
  authentication: Authentication,
): Promise<StartedSession> {
  const token = await cookies.sessions.start(authentication, request.headers['user-agent'] ?? '');
  setSessionCookie(cookies, reply, token);
  request.log.info({ uid: authentication.uid }, 'signed in');
  setCookie(reply, cookieName(cookies, 'device'), cookies.signer.sign(deviceUse, authentication.uid), {
    ...cookieAttributes(cookies),
    maxAge: yearSeconds,
  });
  return { token, former: tokenOf(cookies, request) };
}

export function setSessionCookie(cookies: SessionCookies, reply: CookieReply, token: string): void {
  setCookie(reply, cookieName(cookies, 'sid'), cookies.signer.sign(use, token), {
    ...cookieAttributes(cookies),
    maxAge: sessionLife.absoluteMs / 1000,
  });
}

export async function endSession(
  cookies: SessionCookies,
  request: WithHeaders,
  reply: CookieReply,
): Promise<void> {
  const token = tokenOf(cookies, request);
  if (token !== null) await cookies.sessions.end(token);
  clearSessionCookie(cookies, reply);
}

export function clearSessionCookie(cookies: SessionCookies, reply: CookieReply): void {
  setCookie(reply, cookieName(cookies, 'sid'), '', cookieAttributes(cookies));
}

export function deviceOwner(cookies: SessionCookies, request: WithHeaders): string | null {
  const cookie = cookieOf(request, cookieName(cookies, 'device'));
  return cookie === undefined ? null : cookies.signer.open(deviceUse, cookie);
}
