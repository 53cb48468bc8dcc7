import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Input, Output } from '../../../../contract/src/calls/all.ts';
import type { Feature } from '../../../../contract/src/features.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { googleEnding, type GoogleOutcome } from '../../../../contract/src/rules/google-outcome.ts';
import { cookieOf, setCookie } from '../../http/cookies.ts';
import { refuseCrossSite } from '../../http/same-site.ts';
import { callHeaders } from '../../http/security-headers.ts';
import type { Writes } from '../../kernel/writes.ts';
import { SieveCache } from '../../platform/concurrency/sieve-cache.ts';
import { isRefusedByUser, type OpenIdAttempt, type OpenIdProvider } from '../../platform/outbound/openid.ts';
import type { SessionCookies } from '../../sessions/session-cookie.ts';
import { signInWithGoogle } from '../actions/google-accounts.ts';
import { replaceSession } from '../replace-session.ts';

export const googleCallback = '/googleCallback';

type Attempt = OpenIdAttempt & { readonly acceptedTos: boolean | null; readonly endsAt: number };

const use = 'google';
const lifeMs = 10 * 60_000;

/** The state needed by the callback travels in a signed cookie. */
export async function beginGoogleSignIn(
  site: GoogleNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  { acceptedTos }: Input<'startGoogleSignIn'>,
): Promise<Output<'startGoogleSignIn'>> {
  // Another site's page must not accept our terms for the user.
  refuseCrossSite(request, new URL(site.publicUrl).origin);
  if (!site.google) {
    throw new Problem('failed-precondition', 'El ingreso con Google no está disponible en este sitio.');
  }
  try {
    const { location, attempt } = await site.google.begin();
    const pending: Attempt = {
      ...attempt,
      acceptedTos: acceptedTos === undefined ? null : acceptedTos === 'true',
      endsAt: site.writes.now().getTime() + lifeMs,
    };
    const value = Buffer.from(JSON.stringify(pending)).toString('base64url');
    setCookie(reply, cookieName(site), site.signer.sign(use, value), {
      ...attributes(site),
      maxAge: lifeMs / 1000,
    });
    return { location };
  } catch (error) {
    request.log.warn({ reason: reasonOf(error) }, 'the OpenID provider did not answer');
    return { location: googleEnding('failed') };
  }
}

export function registerGoogleCallback(app: FastifyInstance, site: GoogleNeeds): void {
  // An attempt works once, even when its cookie was copied.
  const usedStates = new SieveCache<true>({ max: 50_000, ttl: lifeMs });

  app.get(googleCallback, { exposeHeadRoute: false }, async (request, reply) => {
    const attempt = attemptOf(site, request);
    reply.headers(callHeaders);
    const search = request.url.slice(Math.max(0, request.url.indexOf('?')));
    // The cookie is that of the attempt that began last: another tab may still finish it.
    const isOwn = attempt !== null && new URLSearchParams(search).get('state') === attempt.state;
    if (!site.google || !isOwn || usedStates.get(attempt.state))
      return reply.redirect(googleEnding('failed'));
    setCookie(reply, cookieName(site), '', attributes(site));
    usedStates.set(attempt.state, true);
    try {
      const identity = await site.google.finish(search, attempt);
      const signedIn = await signInWithGoogle(site.writes, site, identity, attempt);
      await replaceSession(site, request, reply, signedIn);
      const existingOutcome = signedIn.deletionCancelled ? 'kept' : 'in';
      return await reply.redirect(googleEnding(signedIn.isNew ? 'new' : existingOutcome));
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome === 'failed') {
        request.log.warn({ reason: reasonOf(error) }, 'a sign-in with Google failed');
      }
      return reply.redirect(googleEnding(outcome));
    }
  });
}

export type GoogleNeeds = SessionCookies & {
  publicUrl: string;
  officialUid: string | null;
  features: readonly Feature[];
  writes: Writes;
  google: OpenIdProvider | null;
};

const cookieName = ({ secure }: GoogleNeeds) => (secure ? `__Host-${use}` : use);

const attributes = ({ secure }: GoogleNeeds) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const;

function attemptOf(site: GoogleNeeds, request: FastifyRequest): Attempt | null {
  const cookie = cookieOf(request, cookieName(site));
  const value = cookie === undefined ? null : site.signer.open(use, cookie);
  if (value === null) return null;
  const attempt = JSON.parse(Buffer.from(value, 'base64url').toString()) as Attempt;
  return attempt.endsAt > site.writes.now().getTime() ? attempt : null;
}

function outcomeOf(error: unknown): GoogleOutcome {
  if (isRefusedByUser(error)) return 'cancelled';
  if (!(error instanceof Problem)) return 'failed';
  if (error.code === 'auth/user-disabled') return 'disabled';
  return error.code === 'invalid-argument' ? 'terms' : 'failed';
}

function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return [message, code].filter(Boolean).join(' ');
}
