import { useQuery } from '@tanstack/react-query';

import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { accountKey, sessionsKey } from '../../api/query-keys.ts';

/** What only oneself is told of one's account. */
export function useAccount() {
  return useQuery({
    queryKey: accountKey(),
    queryFn: ({ signal }) => query('getAccount', {}, { signal }),
  });
}

/** Where one is signed in. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey(),
    queryFn: ({ signal }) => query('getSessions', {}, { signal }),
  });
}

/** Asks for both again: what one did has changed them. */
export async function renewAccount(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: accountKey() }),
    queryClient.invalidateQueries({ queryKey: sessionsKey() }),
  ]);
}
