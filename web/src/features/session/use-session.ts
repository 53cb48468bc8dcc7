import { command } from '../../api/client.ts';
import { useStore } from '../../state/create-store.ts';
import type { Session } from './session-state.ts';
import { endSession, session } from './session-store.ts';

/** Who is signed in. `user` is null while loading, signed out, or once the session is lost. */
export function useSession(): Session {
  return useStore(session);
}

/** Ends the session. Throws ApiError and stays signed in when the server cannot be told. */
export async function signOut(): Promise<void> {
  await command('signOut', {});
  endSession();
}
