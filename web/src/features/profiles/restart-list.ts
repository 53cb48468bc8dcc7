import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient } from '../../api/query-client.ts';
import { visitStart } from '../../ui/browser/scroll-memory.ts';

/** Cuts a list to its first page and re-reads that: now if the list is open, else when it opens. */
export function restartList(key: QueryKey): void {
  // The invalidation would join a first read in flight, which may predate the change.
  void queryClient.cancelQueries({ queryKey: key });
  queryClient.setQueryData<InfiniteData<unknown>>(
    key,
    (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
  );
  void queryClient.invalidateQueries({ queryKey: key });
}

/** Restarts a list that was read before this visit. After Back it stays as it was. */
export function useRestart(key: QueryKey): void {
  useState(() => {
    const readAt = queryClient.getQueryState(key)?.dataUpdatedAt ?? Infinity;
    if (readAt <= visitStart()) restartList(key);
  });
}
