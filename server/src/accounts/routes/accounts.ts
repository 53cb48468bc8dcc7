import { Problem } from '../../../../contract/src/problem.ts';
import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import {
  addressOf,
  countIfDone,
  countSignUp,
  linkFromAddressLimits,
  linkLimits,
  refuse,
  resetLimits,
} from '../../http/rate-limits.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { type Handlers, JsonText } from '../../kernel/route.ts';
import { removeDevicesOfSessions } from '../../notifications/actions/push-devices.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import { ownProfile } from '../../people/views/profiles.ts';
import type { SharedRateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import type { PushSender } from '../../platform/push/push-sender.ts';
import type { HashPassword } from '../../platform/secrets/passwords.ts';
import { deviceOwner, endSession } from '../../sessions/session-cookie.ts';
import { onboardingOf } from '../../sessions/views/onboarding.ts';
import { sessionFields } from '../../sessions/views/session.ts';
import { ownsEmail, signIn, signUp } from '../actions/accounts.ts';
import { requestPasswordReset, resetPassword } from '../actions/password-links.ts';
import { replaceSession } from '../replace-session.ts';
import { SignInGuard } from '../sign-in-guard.ts';
import { beginGoogleSignIn, type GoogleNeeds } from './google.ts';

type Names =
  | 'getSession'
  | 'signUp'
  | 'signIn'
  | 'signOut'
  | 'startGoogleSignIn'
  | 'requestPasswordReset'
  | 'resetPassword';

type Needs = GoogleNeeds & {
  name: string;
  operator: { readonly name: string; readonly email: string; readonly address: string };
  superAdminEmail: string | null;
  reads: PeopleReads;
  streams: { readonly place: string };
  sharedLimiter: SharedRateLimiter;
  hashPassword: HashPassword;
  push: PushSender | null;
};

export function accountRoutes(site: Needs): Handlers<Names> {
  const { writes, reads, sharedLimiter, officialUid, features } = site;
  const parts = { reads, features, officialUid, now: writes.now };
  const guard = new SignInGuard(sharedLimiter);
  const config = bytesOf(
    JSON.stringify({
      siteName: site.name,
      publicUrl: site.publicUrl,
      pushPublicKey: site.push?.publicKey ?? null,
      googleSignIn: site.google !== null,
      features: site.features,
      operator: site.operator,
    }),
  );

  async function ownUser(uid: string) {
    const cached = await reads.profiles.get(uid);
    if (!cached) throw new Problem('internal');
    return { user: ownProfile(cached) };
  }

  return {
    getSession: async ({ session }) => {
      // Before the data is read: the stream then replays changes made meanwhile.
      const lastEventId = session ? site.streams.place : null;
      const fields = await sessionFields(parts, session?.uid ?? null, site.superAdminEmail);
      return new JsonText(`{${fields},"lastEventId":${JSON.stringify(lastEventId)},"config":${config}}`);
    },

    signUp: async ({ input, request, reply }) => {
      const authentication = await countSignUp(sharedLimiter, request, () =>
        signUp(writes, site, input, site.hashPassword),
      );
      await replaceSession(site, request, reply, authentication);
      const onboarding = await onboardingOf(parts, authentication.uid);
      return { ...(await ownUser(authentication.uid)), ...(onboarding && { onboarding }) };
    },

    signIn: async ({ input, request, reply }) => {
      const email = normaliseEmail(input.email) ?? '';
      const owner = deviceOwner(site, request);
      const knownDevice = owner !== null && (await ownsEmail(writes, owner, email));
      const attempt = { email, address: addressOf(request), knownDevice };
      const { deletionCancelled, ...authentication } = await guard.run(attempt, () =>
        signIn(writes, officialUid, input),
      );
      await replaceSession(site, request, reply, authentication);
      return { ...(await ownUser(authentication.uid)), deletionCancelled };
    },

    startGoogleSignIn: ({ input, request, reply }) => beginGoogleSignIn(site, request, reply, input),

    requestPasswordReset: async ({ input: { email }, request }) => {
      const limitKeys = [
        { key: `password-link ${normaliseEmail(email) ?? ''}`, limits: linkLimits },
        { key: `password-link from ${addressOf(request)}`, limits: linkFromAddressLimits },
      ];
      await countIfDone(sharedLimiter, limitKeys, () => requestPasswordReset(writes, email));
      return {};
    },

    resetPassword: async ({ input, request }) => {
      refuse(await sharedLimiter.take([{ key: `reset ${addressOf(request)}`, limits: resetLimits }]));
      await resetPassword(writes, input);
      return {};
    },

    signOut: async ({ session, request, reply }) => {
      if (session) await removeDevicesOfSessions(writes, session.uid, [session.tokenHash]);
      await endSession(site, request, reply);
      reply.header('clear-site-data', '"cache", "storage"');
      return {};
    },
  };
}
