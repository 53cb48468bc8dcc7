import type { Onboarding } from '../../../../contract/src/calls/onboarding.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

const start = statement('start-onboarding', "UPDATE accounts SET onboarding_steps = '{}' WHERE uid = $1");

export async function startOnboarding(db: Database, uid: string): Promise<void> {
  await db.run(start, [uid]);
}

const addStep = statement(
  'add-onboarding-step',
  `UPDATE accounts SET onboarding_steps = onboarding_steps || $2::text
   WHERE uid = $1 AND NOT $2::text = ANY(onboarding_steps)`,
);

export async function insertOnboardingStep(db: Database, uid: string, step: keyof Onboarding): Promise<void> {
  await db.run(addStep, [uid, step]);
}

const putOff = statement(
  'put-off-onboarding',
  `UPDATE accounts SET
     onboarding_steps = CASE WHEN onboarding_later IS NULL THEN onboarding_steps END,
     onboarding_later = $3
   WHERE uid = $1 AND onboarding_steps IS NOT NULL AND (onboarding_later IS NULL OR onboarding_later <= $2)`,
);

/**
 * Hides the first steps from `now` until `later`; the second time for good. Does nothing while they are
 * hidden.
 */
export async function putOffOnboarding(db: Database, uid: string, now: Date, later: Date): Promise<void> {
  await db.run(putOff, [uid, now, later]);
}
