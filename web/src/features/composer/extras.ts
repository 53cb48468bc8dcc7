import { useEffect } from 'react';

import { createStore, useStore } from '../../state/create-store.ts';
import { ignoreMissingChunk, isMissingChunk } from '../../ui/browser/chunks.ts';
import { alertDialog } from '../../ui/overlays/dialogs.ts';
import type * as extrasModule from './ComposerExtras.tsx';

export type Extras = typeof extrasModule;

const extrasStore = createStore<Extras | null>(null);
let loading: Promise<Extras> | null = null;

function loadExtras(): Promise<Extras> {
  loading ??= import('./ComposerExtras.tsx').then(
    (extras) => {
      extrasStore.write(extras);
      return extras;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

export function withExtras(use: (extras: Extras) => unknown, onMissing = showConnectionLost): void {
  loadExtras().then(use, (error: unknown) => {
    if (!isMissingChunk(error)) throw error;
    onMissing();
  });
}

/** Not a toast: the sheet would cover it. */
export function showConnectionLost(): void {
  void alertDialog('Se cortó la señal. Probá de nuevo.');
}

export function preloadExtras(): void {
  loadExtras().catch(ignoreMissingChunk);
}

export function useExtras(isNeeded: boolean): Extras | null {
  const extras = useStore(extrasStore);
  useEffect(() => {
    if (isNeeded && !extras) withExtras(() => undefined);
  }, [isNeeded, extras]);
  return extras;
}
