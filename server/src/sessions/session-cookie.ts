import '@fastify/cookie';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Session } from '../kernel/session.ts';
import type { Signer } from '../platform/secrets/signed.ts';
import type { Sessions } from './actions/sessions.ts';
import { sessionLife } from './actions/sessions.ts';

/** What reads and writes the cookies of a session. */
export type SessionCookies = {
  /** Whether the site is reached over https: decides the cookie's name and its Secure flag. */
  readonly secure: boolean;
  readonly sessions: Sessions;
  readonly signer: Signer;
};

const use = 'session';
const deviceUse = 'device';
const yearSeconds = 365 * 24 * 3600;

// `__Host-` binds the cookie to this host and to https; over plain http a browser would not keep it.
const cookieName = ({ secure }: SessionCookies, name: string) => (secure ? `__Host-${name}` : name);

const attributes = ({ secure }: SessionCookies) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const;

/** The session that a request's cookie names, or null. */
export async function sessionOf(cookies: SessionCookies, request: FastifyRequest): Promise<Session | null> {
  const token = tokenOf(cookies, request);
  return token === null ? null : cookies.sessions.find(token);
}

/** The token in a request's cookie, when its signature is ours; null otherwise. */
export function tokenOf(cookies: SessionCookies, request: FastifyRequest): string | null {
  const cookie = request.cookies[cookieName(cookies, 'sid')];
  return cookie === undefined ? null : cookies.signer.open(use, cookie);
}

/** Starts a session for `uid` in place of the request's old one, and remembers the device as one of the user's. */
export async function startSession(
  cookies: SessionCookies,
  request: FastifyRequest,
  reply: FastifyReply,
  uid: string,
): Promise<void> {
  const old = tokenOf(cookies, request);
  if (old !== null) await cookies.sessions.end(old);
  keepSession(cookies, reply, await cookies.sessions.start(uid, request.headers['user-agent'] ?? ''));
  request.log.info({ uid }, 'signed in');
  reply.setCookie(cookieName(cookies, 'device'), cookies.signer.sign(deviceUse, uid), {
    ...attributes(cookies),
    maxAge: yearSeconds,
  });
}

/** Hands the browser a session's token. */
export function keepSession(cookies: SessionCookies, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(cookies, 'sid'), cookies.signer.sign(use, token), {
    ...attributes(cookies),
    maxAge: sessionLife.absoluteMs / 1000,
  });
}

/** Ends the request's session, if it has one. */
export async function endSession(
  cookies: SessionCookies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = tokenOf(cookies, request);
  if (token !== null) await cookies.sessions.end(token);
  dropSession(cookies, reply);
}

/** Takes the token from the browser, of a session that has ended. */
export function dropSession(cookies: SessionCookies, reply: FastifyReply): void {
  reply.clearCookie(cookieName(cookies, 'sid'), attributes(cookies));
}

/** The uid that signed in last on the request's device, or null. */
export function deviceOwner(cookies: SessionCookies, request: FastifyRequest): string | null {
  const cookie = request.cookies[cookieName(cookies, 'device')];
  return cookie === undefined ? null : cookies.signer.open(deviceUse, cookie);
}
