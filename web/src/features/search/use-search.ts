import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';
import { peopleKey } from '../../api/query-keys.ts';

export function useSearch(q: string) {
  return useInfiniteQuery({
    queryKey: peopleKey('search', q),
    queryFn: ({ pageParam, signal }) =>
      query('searchUsers', { q, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Output<'searchUsers'>) => page.cursor,
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}
