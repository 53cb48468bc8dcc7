import { useInfiniteQuery, useQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';
import { clubKey, postListKey } from '../../api/query-keys.ts';
import { readPostPage } from '../posts/lists/post-lists.ts';
import type { PostPage } from '../posts/lists/post-pages.ts';

export type ClubPage = Output<'getClub'>['club'];

export function useClub(slug: string) {
  return useQuery({
    queryKey: clubKey(slug),
    queryFn: async ({ signal }) => (await query('getClub', { slug }, { signal })).club,
  });
}

export function useClubPosts(slug: string) {
  return useInfiniteQuery({
    queryKey: postListKey('club', slug),
    queryFn: ({ pageParam, signal }) =>
      readPostPage(() => query('getClubPosts', { slug, cursor: pageParam ?? undefined }, { signal })),
    initialPageParam: null as string | null,
    getNextPageParam: (page: PostPage) => page.cursor,
    // A refetch would read every loaded page: Back should find the list as it was.
    staleTime: 5 * 60_000,
    gcTime: 60 * 60_000,
  });
}
