import '@fastify/cookie';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Site } from '../../routes/route.ts';
import { type Session, sessionLife } from '../actions/sessions.ts';

const use = 'session';
const deviceUse = 'device';
const yearSeconds = 365 * 24 * 3600;

// `__Host-` binds the cookie to this host and to https; over plain http a browser would not keep it.
const cookieName = ({ secure }: Site, name: string) => (secure ? `__Host-${name}` : name);

const attributes = ({ secure }: Site) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const;

/** The session that a request's cookie names, or null. */
export async function sessionOf(site: Site, request: FastifyRequest): Promise<Session | null> {
  const token = tokenOf(site, request);
  return token === null ? null : site.sessions.find(token);
}

/** The token in a request's cookie, when its signature is ours; null otherwise. */
export function tokenOf(site: Site, request: FastifyRequest): string | null {
  const cookie = request.cookies[cookieName(site, 'sid')];
  return cookie === undefined ? null : site.signer.open(use, cookie);
}

/** Starts a session for `uid` in place of the request's old one, and remembers the device as one of the user's. */
export async function startSession(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  uid: string,
): Promise<void> {
  const old = tokenOf(site, request);
  if (old !== null) await site.sessions.end(old);
  keepSession(site, reply, await site.sessions.start(uid, request.headers['user-agent'] ?? ''));
  request.log.info({ uid }, 'signed in');
  reply.setCookie(cookieName(site, 'device'), site.signer.sign(deviceUse, uid), {
    ...attributes(site),
    maxAge: yearSeconds,
  });
}

/** Hands the browser a session's token. */
export function keepSession(site: Site, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(site, 'sid'), site.signer.sign(use, token), {
    ...attributes(site),
    maxAge: sessionLife.absoluteMs / 1000,
  });
}

/** Ends the request's session, if it has one. */
export async function endSession(site: Site, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = tokenOf(site, request);
  if (token !== null) await site.sessions.end(token);
  dropSession(site, reply);
}

/** Takes the token from the browser, of a session that has ended. */
export function dropSession(site: Site, reply: FastifyReply): void {
  reply.clearCookie(cookieName(site, 'sid'), attributes(site));
}

/** The uid that signed in last on the request's device, or null. */
export function deviceOwner(site: Site, request: FastifyRequest): string | null {
  const cookie = request.cookies[cookieName(site, 'device')];
  return cookie === undefined ? null : site.signer.open(deviceUse, cookie);
}
