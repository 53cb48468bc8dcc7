import { CancelledError } from '@tanstack/react-query';

import { ApiError, isPassing } from '../../api/api-error.ts';
import { onOtherTab } from './notification-tabs.ts';
import { applyRead, isRefreshOverdue, refreshNotifications } from './notifications-store.ts';

const pauseMs = 3000;
// 48 to 72 seconds: the jitter spreads pages that were opened at the same moment.
const everyMs = () => 60_000 * (0.8 + Math.random() * 0.4);

let isStreamed = false;

/** Live events replace the polling while they arrive, once a refresh has succeeded. */
export function streamNotifications(live: boolean): void {
  isStreamed = live;
}

/**
 * Polls now, when the page becomes visible, and about every minute while it is. The first failure
 * that the server answers causes a warning; one that would repeat ends the polling.
 */
export function watchNotifications(until: AbortSignal): void {
  if (until.aborted) return;
  const failure = new AbortController();
  const signal = AbortSignal.any([until, failure.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polledAt = -Infinity;
  let warnings = 0;

  const poll = async () => {
    clearTimeout(timer);
    // Resumes when the page is visible and online again.
    if (signal.aborted || document.hidden || !navigator.onLine) return;
    polledAt = performance.now();
    try {
      await refreshNotifications();
    } catch (error) {
      // By a sign-out, which may fail.
      if (error instanceof CancelledError) return wait();
      if (!until.aborted && isForOperator(error) && warnings++ === 0) warn(error);
      if (isPassing(error)) return wait();
      failure.abort();
      return;
    }
    wait();
  };
  const wait = () => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(() => (needsPoll() ? void poll() : wait()), everyMs());
  };
  const comeBack = () => {
    if (performance.now() - polledAt > pauseMs && needsPoll()) void poll();
  };

  addEventListener('focus', comeBack, { signal });
  addEventListener('online', comeBack, { signal });
  document.addEventListener('visibilitychange', comeBack, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  onOtherTab(applyRead, { signal: until });
  void poll();
}

function needsPoll(): boolean {
  return !isStreamed || isRefreshOverdue();
}

function isForOperator(error: unknown): boolean {
  return !(error instanceof ApiError && ['unauthenticated', 'offline'].includes(error.code));
}

function warn(error: unknown): void {
  // oxlint-disable-next-line no-console -- for the operator: the user cannot act on it
  console.warn('No se pueden leer las notificaciones: el contador queda como está.', error);
}
