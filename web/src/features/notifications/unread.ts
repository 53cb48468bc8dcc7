import { skipToken, useQuery } from '@tanstack/react-query';

import { queryClient } from '../../api/query-client.ts';
import { unreadKey } from '../../api/query-keys.ts';

// In the query cache, which is cleared when another user signs in.
const key = unreadKey();

export function useUnread(): number {
  return useQuery<number>({ queryKey: key, queryFn: skipToken }).data ?? 0;
}

/** Returns how to stop. */
export function watchUnread(onChange: (unread: number) => void): () => void {
  let last: number | undefined;
  const report = () => {
    const unread = queryClient.getQueryData<number>(key);
    if (unread !== undefined && unread !== last) onChange(unread);
    last = unread;
  };
  report();
  return queryClient.getQueryCache().subscribe(({ query }) => query.queryKey[0] === key[0] && report());
}

export function readUnread(): number {
  return queryClient.getQueryData<number>(key) ?? 0;
}

export function setUnread(unread: number): void {
  queryClient.setQueryData<number>(key, unread);
}

/** The next count is reported even if it is the same. */
export function forgetUnread(): void {
  queryClient.removeQueries({ queryKey: key });
}
