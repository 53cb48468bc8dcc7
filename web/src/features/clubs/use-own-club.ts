import { useQuery } from '@tanstack/react-query';

import type { OwnClub } from '../../../../contract/src/calls/clubs.ts';
import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ownClubKey } from '../../api/query-keys.ts';

/** The user's own choice, also while it is not shown; undefined while it loads or where clubs are off. */
export function useOwnClub(): OwnClub | undefined {
  const { data } = useQuery({
    queryKey: ownClubKey(),
    queryFn: async ({ signal }) => (await query('getProfile', {}, { signal })).ownClub ?? null,
    staleTime: 0,
  });
  return data ?? undefined;
}

export function showOwnClub(own: OwnClub): void {
  queryClient.setQueryData(ownClubKey(), own);
}
