import type { Input } from '../../../../contract/src/calls/all.ts';
import type { Writes } from '../../kernel/writes.ts';
import { updateUserReading } from '../../people/store/users.ts';
import { insertOnboardingStep } from '../../sessions/store/onboarding.ts';

export async function setReadingChoice(
  { transaction }: Writes,
  uid: string,
  { publicReading, indexable }: Input<'setReadingChoice'>,
): Promise<void> {
  await transaction(async (tx) => {
    await updateUserReading(tx, uid, { publicReading, indexable: publicReading && indexable });
    await insertOnboardingStep(tx, uid, 'reading');
    tx.fact({ type: 'profile-changed', uids: [uid] });
  });
}
