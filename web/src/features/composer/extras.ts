import { useEffect, useSyncExternalStore } from 'react';

import { toast } from '../../ui/overlays/dialogs.ts';
import type * as extrasModule from './ComposerExtras.tsx';

export type Extras = typeof extrasModule;

let loaded: Extras | null = null;
let loading: Promise<Extras> | null = null;
const listeners = new Set<() => void>();

/** Asks for what a composer needs beyond its text box. It comes on first use, not with the first post. */
function loadExtras(): Promise<Extras> {
  loading ??= import('./ComposerExtras.tsx').then(
    (extras) => {
      loaded = extras;
      for (const listener of listeners) listener();
      return extras;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Does something with the extras as soon as they are there. */
export function withExtras(use: (extras: Extras) => unknown, onCut = sayCut): void {
  loadExtras().then(use, onCut);
}

export function sayCut(): void {
  toast('Se cortó la señal. Probá de nuevo.', { type: 'error' });
}

/** As loadExtras, for who may need them soon. */
export function preloadExtras(): void {
  loadExtras().catch(() => undefined);
}

/** The extras once they are there; while they are `needed` they are asked for. */
export function useExtras(needed: boolean): Extras | null {
  const extras = useSyncExternalStore(subscribe, () => loaded);
  useEffect(() => {
    if (needed && !extras) loadExtras().catch(sayCut);
  }, [needed, extras]);
  return extras;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
