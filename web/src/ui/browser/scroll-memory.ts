import { useLayoutEffect } from 'react';

const positions = new Map<string, number>();
let current = '';

/**
 * Begins to remember where each history entry was left. To be called before the router listens: its listeners draw
 * the next page, and by then the scroll is no longer the old one's.
 */
export function rememberScroll(): void {
  history.scrollRestoration = 'manual';
  arrive();
  addEventListener('popstate', moved);
  addEventListener('pushState', moved);
  addEventListener('replaceState', arrive);
}

/** Goes to where this history entry was left, or to the top of a new one. For screens. */
export function useScrollMemory(): void {
  useLayoutEffect(() => restore(positions.get(current) ?? 0), []);
}

/** Where the page will be scrolled to when it is drawn. */
export function expectedScroll(): number {
  return positions.get(entryOf(history.state) ?? '') ?? scrollY;
}

function moved(): void {
  positions.set(current, scrollY);
  current = '';
  arrive();
}

// Every entry carries a name of its own; a replaced one keeps it.
function arrive(): void {
  const name = entryOf(history.state);
  if (name !== null) {
    current = name;
    return;
  }
  current ||= crypto.randomUUID();
  history.replaceState({ ...(history.state as object | null), entry: current }, '');
}

function entryOf(state: unknown): string | null {
  const entry = (state as { entry?: unknown } | null)?.entry;
  return typeof entry === 'string' ? entry : null;
}

/** Scrolls there, again as the page grows, until it is reached or the user moves by themself. */
function restore(target: number): () => void {
  scrollTo(0, target);
  if (target === 0) return () => undefined;
  // Once more before the paint: what the first drawing measured may have changed the heights above.
  const frame = requestAnimationFrame(() => scrollTo(0, target));
  if (scrollY >= target - 1) return () => cancelAnimationFrame(frame);
  const growth = new ResizeObserver(() => {
    scrollTo(0, target);
    if (scrollY >= target - 1) stop();
  });
  const stop = () => {
    cancelAnimationFrame(frame);
    growth.disconnect();
    clearTimeout(timer);
    for (const name of userMoves) removeEventListener(name, stop);
  };
  const timer = setTimeout(stop, 5000);
  for (const name of userMoves) addEventListener(name, stop, { passive: true });
  growth.observe(document.body);
  return stop;
}

const userMoves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
