import { queryOptions, useQuery } from '@tanstack/react-query';

import type { OwnClub } from '../../../../contract/src/calls/clubs.ts';
import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ownClubKey } from '../../api/query-keys.ts';

/** The user's own club, even while it is hidden; null where clubs are off. */
export const ownClubQuery = queryOptions({
  queryKey: ownClubKey(),
  queryFn: async ({ signal }) => (await query('getProfile', {}, { signal })).ownClub ?? null,
  staleTime: 0,
});

/** `own`: undefined until it is read. `retry`: null unless the read failed. */
export function useOwnClub() {
  const { data, errorUpdateCount, isFetching, refetch } = useQuery(ownClubQuery);
  const retry = data === undefined && errorUpdateCount > 0 ? () => void refetch() : null;
  return { own: data ?? undefined, isFetching, retry };
}

export function showOwnClub(own: OwnClub): void {
  // A read in flight may predate the choice.
  void queryClient.cancelQueries({ queryKey: ownClubKey() });
  queryClient.setQueryData(ownClubKey(), own);
}
