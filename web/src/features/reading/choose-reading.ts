import type { Output } from '../../../../contract/src/calls/all.ts';
import { assertApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { optimistic } from '../../api/optimistic.ts';
import { createStore, useStore } from '../../state/create-store.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import { updateUser } from '../session/session-store.ts';

export type Reading = { publicReading: boolean; indexable: boolean };

const choice = createStore<Reading | null>(null);

const change = optimistic<Reading, Output<'setReadingChoice'>>({
  overlay: (_uid, wish) => choice.write(wish),
  send: (_uid, wish) => command('setReadingChoice', wish),
  settle: (_uid, { profile }) => updateUser(profile),
  onFailure: (_uid, error) => {
    assertApiError(error);
    toast('No se pudo completar. Intentá de nuevo.', { type: 'error' });
  },
});

/** The choice that is on its way; null if there is none. */
export const useReadingOnItsWay = () => useStore(choice);

/** @returns whether the last choice was saved; a failure shows a toast */
export function chooseReading(uid: string, wish: Reading): Promise<boolean> {
  return change(uid, wish);
}
