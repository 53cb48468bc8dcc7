import type { Handlers } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import { onboardingOf, type OnboardingParts } from '../../sessions/views/onboarding.ts';
import { setOnboarding } from '../actions/onboarding.ts';

type Needs = Omit<OnboardingParts, 'now'> & { writes: Writes };

export function onboardingRoutes({ writes, ...parts }: Needs): Handlers<'getOnboarding' | 'setOnboarding'> {
  const { now } = writes;
  return {
    getOnboarding: async ({ session: { uid } }) => ({
      onboarding: await onboardingOf({ ...parts, now }, uid),
    }),
    setOnboarding: async ({ input, session: { uid } }) => {
      await setOnboarding(writes, uid, input);
      return { onboarding: await onboardingOf({ ...parts, now }, uid) };
    },
  };
}
