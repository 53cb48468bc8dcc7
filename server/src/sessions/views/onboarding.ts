import type { Onboarding } from '../../../../contract/src/calls/onboarding.ts';
import type { Feature } from '../../../../contract/src/features.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { findFolloweesAmong } from '../../people/store/follows.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import { findRights, type RightsRow } from '../store/admins.ts';

export type OnboardingParts = {
  readonly reads: PeopleReads;
  readonly features: readonly Feature[];
  readonly officialUid: string | null;
  readonly now: () => Date;
};

export async function onboardingOf(parts: OnboardingParts, uid: string): Promise<Onboarding | null> {
  return onboardingView(parts, uid, await findRights(parts.reads.db, uid));
}

export async function onboardingView(
  parts: OnboardingParts,
  uid: string,
  row: Pick<RightsRow, 'onboarding_steps' | 'onboarding_later'> | null,
): Promise<Onboarding | null> {
  const doneSteps = row?.onboarding_steps;
  if (!doneSteps || (row.onboarding_later ?? new Date(0)) > parts.now()) return null;
  const own = (await parts.reads.profiles.get(uid))?.profile;
  const isOn = (feature: Feature) => parts.features.includes(feature);
  const steps = {
    ...(isOn('cuadros') && { club: doneSteps.includes('club') || own?.club !== undefined }),
    follow: doneSteps.includes('follow') || (await followsEnough(parts, uid, own?.followingCount ?? 0)),
    ...(isOn('publico') && { reading: doneSteps.includes('reading') }),
  };
  return Object.values(steps).every(Boolean) ? null : steps;
}

async function followsEnough(
  { reads, officialUid }: OnboardingParts,
  uid: string,
  count: number,
): Promise<boolean> {
  if (count !== limits.onboardingFollows) return count > limits.onboardingFollows;
  // The official account is not one of the required follows.
  return officialUid === null || (await findFolloweesAmong(reads.db, uid, [officialUid])).size === 0;
}
