import { useInfiniteQuery, useQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';
import { clubKey, postListKey } from '../../api/query-keys.ts';
import { readPostPage } from '../posts/lists/post-lists.ts';
import type { PostPage } from '../posts/lists/post-pages.ts';
import { useNewerPosts } from '../posts/lists/use-newer-posts.ts';

export type ClubPage = Output<'getClub'>['club'];

export function useClub(slug: string) {
  return useQuery({
    queryKey: clubKey(slug),
    queryFn: async ({ signal }) => (await query('getClub', { slug }, { signal })).club,
  });
}

export function useClubPosts(slug: string) {
  const key = postListKey('club', slug);
  const read = (cursor: string | null, signal: AbortSignal) =>
    readPostPage(() => query('getClubPosts', { slug, cursor: cursor ?? undefined }, { signal }));
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: PostPage) => page.cursor,
    // New posts are offered instead, and Back finds the list as it was.
    staleTime: Infinity,
    gcTime: 60 * 60_000,
  });
  const pages = list.data?.pages;
  const newer = useNewerPosts({
    name: ['club', slug],
    key,
    pages,
    readFirst: (signal) => read(null, signal),
  });
  return { list, pages, ...newer };
}
