import { CancelledError, QueryClient } from '@tanstack/react-query';

import { ApiError } from './api-error.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      retry: worthRepeating,
      retryDelay: pauseBefore,
      // Our own offline bar speaks for the network; a paused query would show a skeleton for ever.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Two more tries, and only when the server or the way to it failed: a refusal stays a refusal. */
export function worthRepeating(failures: number, error: Error): boolean {
  if (failures >= 2 || !(error instanceof ApiError) || error.byHand) return false;
  if (error.code === 'offline') return navigator.onLine;
  return error.code === 'internal' || error.code === 'unavailable';
}

/** How long to wait before a next try, in ms: after two seconds at most people read what is wrong, and decide. */
export function pauseBefore(failures: number): number {
  return 400 * 3 ** failures * (0.75 + Math.random() / 2);
}

/** For `.catch()` of a read in the background: the call failed, or a sign-out cancelled it. */
export function ignoreFailedRead(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof CancelledError)) throw error;
}
