import { useInfiniteQuery } from '@tanstack/react-query';

import { query } from '../../api/client.ts';
import { postListKey } from '../../api/query-keys.ts';
import { readPostPage } from '../posts/lists/post-lists.ts';
import type { PostPage } from '../posts/lists/post-pages.ts';
import { useRestart } from './restart-list.ts';

export function useProfilePosts(uid: string, only?: 'media') {
  const queryKey = postListKey(only ? 'profile-media' : 'profile', uid);
  useRestart(queryKey);
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      readPostPage(() => query('getProfilePosts', { uid, only, cursor: pageParam ?? undefined }, { signal })),
    initialPageParam: null as string | null,
    getNextPageParam: (page: PostPage) => page.cursor,
    staleTime: 5 * 60_000,
    gcTime: 60 * 60_000,
  });
}
