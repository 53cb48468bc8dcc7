import { Problem } from '../../../contract/src/problem.ts';
import { normaliseEmail } from '../../../contract/src/rules/email.ts';
import { ownsEmail, signIn, signUp } from '../actions/accounts.ts';
import { requestPasswordReset, resetPassword } from '../actions/password-links.ts';
import { forgetDeviceOf } from '../actions/push-devices.ts';
import { sessionView } from '../views/session.ts';
import { beginGoogleSignIn } from './google.ts';
import {
  addressOf,
  linkFromAddressLimits,
  linkLimits,
  refuse,
  resetLimits,
  signUpLimits,
} from './rate-limits.ts';
import type { Handlers, Site } from './route.ts';
import { deviceOwner, endSession, startSession } from './session-cookie.ts';
import { SignInGuard } from './sign-in-guard.ts';

type Names =
  | 'getSession'
  | 'signUp'
  | 'signIn'
  | 'signOut'
  | 'startGoogleSignIn'
  | 'requestPasswordReset'
  | 'resetPassword';

export function accountRoutes(site: Site): Handlers<Names> {
  const { writes, reads, limiter, officialUid } = site;
  const guard = new SignInGuard(limiter);
  const config = {
    siteName: site.name,
    pushPublicKey: site.push?.publicKey ?? null,
    googleSignIn: site.google !== null,
    operator: site.operator,
  };

  async function signedIn(uid: string) {
    const cached = await reads.profiles.get(uid);
    if (!cached) throw new Problem('internal');
    return { user: cached.profile };
  }

  return {
    getSession: async ({ session }) => {
      // Before anything is read: what changes meanwhile is told.
      const lastEventId = session ? site.streams.place : null;
      const view = await sessionView(reads, session?.uid ?? null, site.superAdminEmail);
      return { ...view, lastEventId, config };
    },

    signUp: async ({ input, request, reply }) => {
      const key = `sign-up ${addressOf(request)}`;
      refuse(limiter.wait(key, signUpLimits));
      const uid = await signUp(writes, officialUid, input);
      limiter.take(key, signUpLimits);
      await startSession(site, request, reply, uid);
      return signedIn(uid);
    },

    signIn: async ({ input, request, reply }) => {
      const email = normaliseEmail(input.email) ?? '';
      const owner = deviceOwner(site, request);
      const knownDevice = owner !== null && (await ownsEmail(writes, owner, email));
      const attempt = { email, address: addressOf(request), knownDevice };
      guard.check(attempt);
      const { uid, deletionCancelled } = await signIn(writes, officialUid, input).catch((error: unknown) => {
        guard.failed(attempt, error);
        throw error;
      });
      await startSession(site, request, reply, uid);
      return { ...(await signedIn(uid)), deletionCancelled };
    },

    startGoogleSignIn: ({ input, request, reply }) => beginGoogleSignIn(site, request, reply, input),

    requestPasswordReset: async ({ input: { email }, request }) => {
      // What is no address at all is refused by the action, and told so.
      const forEmail = `password-link ${normaliseEmail(email) ?? ''}`;
      const fromAddress = `password-link from ${addressOf(request)}`;
      refuse(Math.max(limiter.wait(forEmail, linkLimits), limiter.wait(fromAddress, linkFromAddressLimits)));
      await requestPasswordReset(writes, email);
      limiter.take(forEmail, linkLimits);
      limiter.take(fromAddress, linkFromAddressLimits);
      return {};
    },

    resetPassword: async ({ input, request }) => {
      refuse(limiter.take(`reset ${addressOf(request)}`, resetLimits));
      await resetPassword(writes, input);
      return {};
    },

    signOut: async ({ session, request, reply }) => {
      if (session) await forgetDeviceOf(writes, session);
      await endSession(site, request, reply);
      reply.header('clear-site-data', '"cache", "storage"');
      return {};
    },
  };
}
