import type { Feature } from '../../../../contract/src/features.ts';
import { command, holdQueries } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useStore } from '../../state/create-store.ts';
import { keepPushOff } from './push-off.ts';
import type { Session } from './session-state.ts';
import { endSession, session } from './session-store.ts';

/** `user` is null while the session loads, when signed out, and when the session is lost. */
export function useSession(): Session {
  return useStore(session);
}

/** False until the session is loaded. */
export function useFeature(feature: Feature): boolean {
  // During an upgrade a process of the previous version may answer.
  const features: readonly string[] | undefined = useSession().config?.features;
  return features?.includes(feature) ?? false;
}

/** Throws ApiError and stays signed in when the call fails. */
export async function signOut(): Promise<void> {
  try {
    await holdQueries(leave());
  } catch (error) {
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined });
    throw error;
  }
}

// A query answered after the sign-out would be refused, and the session shown as lost.
async function leave(): Promise<void> {
  await queryClient.cancelQueries();
  await keepPushOff(() => command('signOut', {}));
  endSession();
}
