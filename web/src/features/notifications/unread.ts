import { skipToken, useQuery } from '@tanstack/react-query';

import { queryClient } from '../../api/query-client.ts';

// Beside what the server answers, so that it is forgotten with it when somebody else signs in.
const key = ['notifications-unread'];

/** How many notifications the user has not read, as far as is known. */
export function useUnread(): number {
  return useQuery<number>({ queryKey: key, queryFn: skipToken }).data ?? 0;
}

export function readUnread(): number {
  return queryClient.getQueryData<number>(key) ?? 0;
}

export function setUnread(unread: number): void {
  queryClient.setQueryData<number>(key, unread);
}
