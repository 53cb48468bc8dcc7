import type { Feature } from '../../../../contract/src/features.ts';
import { command } from '../../api/client.ts';
import { useStore } from '../../state/create-store.ts';
import type { Session } from './session-state.ts';
import { endSession, session } from './session-store.ts';

/** The session. `user` is null while it loads, signed out, or when the session is lost. */
export function useSession(): Session {
  return useStore(session);
}

/** Whether a part of the product is on; false until the session is loaded. */
export function useFeature(feature: Feature): boolean {
  // During an upgrade the answer may come from a process of the version before.
  const features: readonly string[] | undefined = useSession().config?.features;
  return features?.includes(feature) ?? false;
}

/** Signs out. Throws ApiError and stays signed in when the call fails. */
export async function signOut(): Promise<void> {
  await command('signOut', {});
  endSession();
}
