import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import type { Writes } from '../../kernel/writes.ts';
import { insertOnboardingStep, putOffOnboarding } from '../../sessions/store/onboarding.ts';

const dayMs = 86_400_000;

/** Exactly one of `step` (done) and `snooze` (all steps put off) must be given. */
export async function setOnboarding(
  { db, now }: Writes,
  uid: string,
  { step, snooze }: Input<'setOnboarding'>,
): Promise<void> {
  if ((step === undefined) === (snooze === undefined)) throw new Problem('invalid-argument');
  if (step !== undefined) return insertOnboardingStep(db, uid, step);
  const at = now();
  return putOffOnboarding(db, uid, at, new Date(at.getTime() + limits.onboardingLaterDays * dayMs));
}
