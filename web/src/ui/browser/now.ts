import { useEffect, useSyncExternalStore } from 'react';

const everyMs = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * The time, renewed twice a minute while the page is seen: one clock for all ages on the page.
 * @param due an instant (ms) at which it is renewed to the moment
 */
export function useNow(due?: number): number {
  const seen = useSyncExternalStore(subscribe, () => now);
  const soon = due !== undefined && due > seen && due - seen <= 2 * everyMs;
  useEffect(() => {
    if (!soon) return undefined;
    // A timer may be a hair early.
    const timer = setTimeout(tick, due - Date.now() + 10);
    return () => clearTimeout(timer);
  }, [due, soon]);
  return seen;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!timer) {
    now = Date.now();
    timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', tick);
  };
}

function tick(): void {
  if (document.visibilityState === 'hidden') return;
  now = Date.now();
  for (const listener of listeners) listener();
}
