import { QueryClient } from '@tanstack/react-query';

import { ApiError } from './api-error.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      retry: worthRepeating,
      retryDelay: (attempt) => 1000 * 3 ** attempt * (0.75 + Math.random() / 2),
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
