import { CancelledError, notifyManager, QueryClient, type QueryFilters } from '@tanstack/react-query';

import { ApiError, mayHaveArrived } from './api-error.ts';

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
  },
});

/**
 * Changes loaded data, which stays as old as it was, and invalid if it was. A read on its way may be older, and
 * a next page is added to the list as it was when its read began, so the change is made again after it.
 */
export function changeQueries<Data>(filters: QueryFilters, change: (data: Data) => Data): void {
  for (const found of queryClient.getQueryCache().findAll(filters)) {
    const write = () => {
      const { dataUpdatedAt: updatedAt, isInvalidated } = found.state;
      queryClient.setQueryData<Data>(found.queryKey, (data) => data && change(data), { updatedAt });
      if (isInvalidated) found.invalidate();
    };
    const { promise, state } = found;
    write();
    if (state.fetchStatus !== 'idle') promise?.then(write, ignoreFailedRead);
  }
}

/** After a change. An invalidation alone joins a first read that is in flight, which may predate the change. */
export async function rereadQueries(filters: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}

export function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= 2 || !mayHaveArrived(error) || error.byHand) return false;
  // A reader who has waited for the time-out decides; two more of them would take a minute.
  return error.code !== 'offline' || (navigator.onLine && !error.timedOut);
}

/** In ms. After about two seconds in all the user gets the error and decides. */
export function retryDelayMs(failures: number): number {
  return 400 * 3 ** failures * (0.75 + Math.random() / 2);
}

export function ignoreFailedRead(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof CancelledError)) throw error;
}
