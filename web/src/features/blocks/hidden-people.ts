import { useInfiniteQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';

export type HiddenKind = 'blocked' | 'muted';

/** The lists of whom one blocked or muted are cached under a key that begins with it. */
export const hiddenPeopleKey = ['hidden-people'];

const calls = { blocked: 'getBlockedUsers', muted: 'getMutedUsers' } as const;

/** Whom one blocked or muted, the last ones first. */
export function useHiddenPeople(kind: HiddenKind) {
  return useInfiniteQuery({
    queryKey: [...hiddenPeopleKey, kind],
    queryFn: ({ pageParam, signal }) => query(calls[kind], { cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Output<'getBlockedUsers'>) => page.cursor,
  });
}
