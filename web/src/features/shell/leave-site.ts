import { assertApiError } from '../../api/api-error.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import { signOut } from '../session/use-session.ts';

/** The guard of the open screen then leads to the sign-in. */
export async function leaveSite(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    assertApiError(error);
    toast('No se pudo cerrar la sesión. Intentá de nuevo.', { type: 'error' });
  }
}
