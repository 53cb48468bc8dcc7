import { CancelledError, notifyManager, QueryClient } from '@tanstack/react-query';

import { ApiError } from './api-error.ts';

// The default scheduler is a timer, which shows a tapped checkbox in its old state for a frame.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      retry: shouldRetry,
      retryDelay: retryDelayMs,
      // The offline bar reports the network; a paused query would show a skeleton forever.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= 2 || !(error instanceof ApiError) || error.byHand) return false;
  if (error.code === 'offline') return navigator.onLine;
  return error.code === 'internal' || error.code === 'unavailable';
}

/** In ms. After about two seconds in all the user gets the error and decides. */
export function retryDelayMs(failures: number): number {
  return 400 * 3 ** failures * (0.75 + Math.random() / 2);
}

export function ignoreFailedRead(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof CancelledError)) throw error;
}
