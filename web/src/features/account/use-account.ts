import { useQuery } from '@tanstack/react-query';

import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { accountKey, sessionsKey } from '../../api/query-keys.ts';

export function useAccount() {
  return useQuery({
    queryKey: accountKey(),
    queryFn: ({ signal }) => query('getAccount', {}, { signal }),
  });
}

export function useSessions() {
  return useQuery({
    queryKey: sessionsKey(),
    queryFn: ({ signal }) => query('getSessions', {}, { signal }),
  });
}

export async function invalidateAccount(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: accountKey() }),
    queryClient.invalidateQueries({ queryKey: sessionsKey() }),
  ]);
}
