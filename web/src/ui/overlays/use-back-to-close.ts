import { useEffectEvent, useLayoutEffect } from 'react';
import type { AroundNavHandler } from 'wouter';
import { navigate as navigateAtOnce } from 'wouter/use-browser-location';

/** The open overlays, the top one last. Together they have one history entry, for the same address. */
const overlays: (() => void)[] = [];
/** Navigations that wait for the step back from the entry of closed overlays; null without such a step. */
let waiting: (() => void)[] | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

const longestStepMs = 500;

addEventListener('popstate', () => {
  if (waiting) endStep();
  else if (!isOnEntry()) overlays.at(-1)?.();
  queueMicrotask(settle);
});
// The page may have been reloaded on the entry.
queueMicrotask(settle);

/**
 * Back closes the overlay and stays on the page: `onBack` does what Escape does, so it may ask or stay open.
 * An overlay that closes otherwise removes its history entry.
 */
export function useBackToClose(onBack: () => void, isOpen = true): void {
  const close = useEffectEvent(onBack);
  // A layout effect: its clean-up runs before a promise that an answer resolved.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const overlay = () => close();
    overlays.push(overlay);
    queueMicrotask(settle);
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1);
      queueMicrotask(settle);
    };
  }, [isOpen]);
}

/** Calls `go` once the entry of closed overlays is gone: the step back would undo the navigation. */
export function afterClosing(go: () => void): void {
  if (waiting) waiting.push(go);
  else go();
}

/** A navigation out of an overlay replaces its entry. */
export const aroundNav: AroundNavHandler = (navigate, to, options) =>
  afterClosing(() => navigate(to, isOnEntry() ? { ...options, replace: true } : options));

export function navigate(to: string, options?: Parameters<typeof navigateAtOnce>[1]): void {
  aroundNav(navigateAtOnce, to, options);
}

function settle(): void {
  if (waiting || isOnEntry() === overlays.length > 0) return;
  if (overlays.length > 0) {
    history.pushState({ ...(history.state as object | null), entry: null, overlay: true }, '');
    return;
  }
  waiting = [];
  history.back();
  // A browser may drop the step.
  timer = setTimeout(endStep, longestStepMs);
}

function endStep(): void {
  clearTimeout(timer);
  const navigations = waiting ?? [];
  waiting = null;
  for (const go of navigations) go();
}

function isOnEntry(): boolean {
  return (history.state as { overlay?: true } | null)?.overlay === true;
}
