import { useInfiniteQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';
import { hiddenPeopleKey } from '../../api/query-keys.ts';

export type HiddenKind = 'blocked' | 'muted';

const calls = { blocked: 'getBlockedUsers', muted: 'getMutedUsers' } as const;

export function useHiddenPeople(kind: HiddenKind) {
  return useInfiniteQuery({
    queryKey: hiddenPeopleKey(kind),
    queryFn: ({ pageParam, signal }) => query(calls[kind], { cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Output<'getBlockedUsers'>) => page.cursor,
  });
}
