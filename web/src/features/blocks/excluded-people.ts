import { useInfiniteQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';
import { excludedPeopleKey } from '../../api/query-keys.ts';

export type ExclusionKind = 'blocked' | 'muted';

const calls = { blocked: 'getBlockedUsers', muted: 'getMutedUsers' } as const;

export function useExcludedPeople(kind: ExclusionKind) {
  return useInfiniteQuery({
    queryKey: excludedPeopleKey(kind),
    queryFn: ({ pageParam, signal }) => query(calls[kind], { cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Output<'getBlockedUsers'>) => page.cursor,
  });
}
