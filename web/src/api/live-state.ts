import { useSyncExternalStore } from 'react';

let live = false;
const listeners = new Set<() => void>();

/** Whether the server tells this page what happens: then nothing needs to be asked again and again. */
export function useLive(): boolean {
  return useSyncExternalStore(subscribe, () => live);
}

export function setLive(next: boolean): void {
  live = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
