import { useQuery } from '@tanstack/react-query';

import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { findableKey } from '../../api/query-keys.ts';

export function useFindable(): boolean | null {
  const { data } = useQuery({
    queryKey: findableKey(),
    queryFn: async ({ signal }) => (await query('getSession', {}, { signal })).findableByEmail,
    staleTime: 0,
  });
  return data ?? null;
}

export function showFindable(findable: boolean): void {
  queryClient.setQueryData(findableKey(), findable);
}
