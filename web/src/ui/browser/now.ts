import { useEffect } from 'react';

import { createStore, useStore } from '../../state/create-store.ts';

const everyMs = 30_000;
const clock = createStore(Date.now());
let subscribers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Updated twice a minute while the page is visible: one clock for all ages on the page.
 * @param due an instant (ms) at which it is updated on time
 */
export function useNow(due?: number): number {
  const now = useStore({ subscribe, read: clock.read });
  const soon = due !== undefined && due > now && due - now <= 2 * everyMs;
  useEffect(() => {
    if (!soon) return undefined;
    // Timers may fire a little early.
    const timeout = setTimeout(tick, due - Date.now() + 10);
    return () => clearTimeout(timeout);
  }, [due, soon]);
  return now;
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = clock.subscribe(listener);
  subscribers += 1;
  if (subscribers === 1) {
    clock.write(Date.now());
    timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    unsubscribe();
    subscribers -= 1;
    if (subscribers > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

function tick(): void {
  if (document.visibilityState !== 'hidden') clock.write(Date.now());
}
