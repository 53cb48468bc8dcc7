import { useLayoutEffect } from 'react';

import { parseJson } from '../../state/parse-json.ts';
import { withStorage } from '../../state/storage.ts';

const storageKey = 'scroll';
/** By the name of the history entry, in px. */
let positions: Record<string, number> = {};
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
  loadPositions();
  onArrive();
  addEventListener('popstate', onMove);
  addEventListener('pushState', onMove);
  addEventListener('replaceState', onArrive);
  // Android may discard a hidden tab without a pagehide.
  for (const name of ['pagehide', 'visibilitychange']) addEventListener(name, savePositions);
}

export function useScrollMemory(): void {
  useLayoutEffect(() => restore(positions[current] ?? 0), []);
}

export function canGoBack(): boolean {
  return depth > 0;
}

/** When a link led to this history entry, in ms since 1970; 0 after Back. */
export function visitStart(): number {
  return visitedAt;
}

export function expectedScroll(): number {
  return positions[entryOf(history.state) ?? ''] ?? scrollY;
}

function loadPositions(): void {
  const stored = parseJson(withStorage('sessionStorage', (storage) => storage.getItem(storageKey)));
  positions = { ...(stored as typeof positions | null) };
}

// Not only the current one: a reload with an open overlay continues on the entry below.
function savePositions(): void {
  const all = JSON.stringify({ ...positions, [current]: scrollY });
  withStorage('sessionStorage', (storage) => storage.setItem(storageKey, all));
}

function onMove({ type }: Event): void {
  positions[current] = scrollY;
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
  return (state as { entry?: string | null } | null)?.entry ?? null;
}

/** A phone on a slow network takes ten seconds and more for each page of a list. */
const longestMs = 60_000;

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
  const timer = setTimeout(stop, longestMs);
  for (const name of userMoves) addEventListener(name, stop, { passive: true });
  growth.observe(document.body);
  return stop;
}

const userMoves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
