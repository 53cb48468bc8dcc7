import { assertApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import { updateUser } from '../session/session-store.ts';

export type Reading = { publicReading: boolean; indexable: boolean };

/** @returns whether it was saved; a failure shows a toast */
export async function chooseReading(choice: Reading): Promise<boolean> {
  try {
    const { profile } = await command('setReadingChoice', choice);
    updateUser(profile);
    return true;
  } catch (error) {
    assertApiError(error);
    toast('No se pudo completar. Intentá de nuevo.', { type: 'error' });
    return false;
  }
}
