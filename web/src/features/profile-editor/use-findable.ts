import { useQuery } from '@tanstack/react-query';

import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { findableKey } from '../../api/query-keys.ts';
import { session, updateUser } from '../session/session-store.ts';

/** Reads the session again: the profile, too, may have changed on another device and is brought up to date. */
export function useFindable(): boolean | null {
  const { data } = useQuery({
    queryKey: findableKey(),
    queryFn: async ({ signal }) => {
      const before = session.read().user;
      const { user, findableByEmail } = await query('getSession', {}, { signal });
      // A profile that was saved meanwhile is newer than the answer.
      if (user && session.read().user === before) updateUser(user);
      return findableByEmail;
    },
    staleTime: 0,
  });
  return data ?? null;
}

/** A read in flight may predate the change, so it is cancelled. */
export function showFindable(findable: boolean): void {
  void queryClient.cancelQueries({ queryKey: findableKey() });
  queryClient.setQueryData(findableKey(), findable);
}
