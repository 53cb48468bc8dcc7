import { useLayoutEffect } from 'react';

const positions = new Map<string, number>();
let current = '';
/** How many of this site's history entries precede the current one. */
let depth = 0;
let visitedAt = 0;

/**
 * Call before the router listens: its listeners render the next page, and by then the old scroll position is
 * lost.
 */
export function rememberScroll(): void {
  history.scrollRestoration = 'manual';
  onArrive();
  addEventListener('popstate', onMove);
  addEventListener('pushState', onMove);
  addEventListener('replaceState', onArrive);
}

export function useScrollMemory(): void {
  useLayoutEffect(() => restore(positions.get(current) ?? 0), []);
}

export function canGoBack(): boolean {
  return depth > 0;
}

/** When a link led to this history entry, in ms since 1970; 0 after Back. */
export function visitStart(): number {
  return visitedAt;
}

export function expectedScroll(): number {
  return positions.get(entryOf(history.state) ?? '') ?? scrollY;
}

function onMove({ type }: Event): void {
  positions.set(current, scrollY);
  current = '';
  visitedAt = 0;
  if (type === 'pushState') {
    depth += 1;
    visitedAt = Date.now();
  }
  onArrive();
}

// A replaced entry keeps its name.
function onArrive(): void {
  const name = entryOf(history.state);
  if (name !== null) {
    current = name;
    depth = (history.state as { depth: number }).depth;
    return;
  }
  current ||= crypto.randomUUID();
  history.replaceState({ ...(history.state as object | null), entry: current, depth }, '');
}

function entryOf(state: unknown): string | null {
  const entry = (state as { entry?: unknown } | null)?.entry;
  return typeof entry === 'string' ? entry : null;
}

/** Repeats the scroll as the page grows, until the position is reached or the user scrolls. */
function restore(target: number): () => void {
  scrollTo(0, target);
  if (target === 0) return () => undefined;
  // Again before the paint: the first render's measurements may have changed heights above.
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
