import { useQuery } from '@tanstack/react-query';

import type { Onboarding } from '../../../../contract/src/calls/onboarding.ts';
import { assertApiError } from '../../api/api-error.ts';
import { command, query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { onboardingKey } from '../../api/query-keys.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import { session, viewerUid } from '../session/session-store.ts';
import type { StepName } from './first-steps.ts';

export function useFreshOnboarding(): void {
  useQuery({
    queryKey: onboardingKey(),
    queryFn: async ({ signal }) => {
      const uid = viewerUid();
      const { onboarding } = await query('getOnboarding', {}, { signal });
      write(uid, onboarding);
      return onboarding;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** Ignores a failed call: the step can be marked another time. */
export async function finishStep(step: StepName): Promise<void> {
  if (session.read().onboarding?.[step] !== false) return;
  const uid = viewerUid();
  try {
    write(uid, (await command('setOnboarding', { step })).onboarding);
    // A card that opened meanwhile may have read the old steps.
    void queryClient.invalidateQueries({ queryKey: onboardingKey() });
  } catch (error) {
    assertApiError(error);
  }
}

export async function putOffFirstSteps(): Promise<void> {
  const uid = viewerUid();
  const before = session.read().onboarding ?? null;
  // The steps on their way would bring the card back.
  void queryClient.cancelQueries({ queryKey: onboardingKey() });
  write(uid, null);
  try {
    await command('setOnboarding', { snooze: true });
  } catch (error) {
    assertApiError(error);
    write(uid, before);
    toast('No se pudo completar. Intentá de nuevo.', { type: 'failure' });
  }
}

/** Skips the steps of somebody who has signed out meanwhile. */
function write(uid: string, onboarding: Onboarding | null): void {
  const now = session.read();
  if (now.user?.uid === uid) session.write({ ...now, onboarding: onboarding ?? undefined });
}
