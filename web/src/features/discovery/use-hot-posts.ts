import { useQuery } from '@tanstack/react-query';

import { query } from '../../api/client.ts';
import { putPosts } from '../../api/post-cache.ts';
import { hotPostsKey } from '../../api/query-keys.ts';

const list = {
  queryKey: hotPostsKey(),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const askedAt = performance.now();
    const { items } = await query('getHotPosts', {}, { signal });
    putPosts(items, askedAt);
    return items.map(({ id }) => id);
  },
  staleTime: 5 * 60_000,
  // The list beside the column stays mounted, so nothing else would read it again.
  refetchOnWindowFocus: true,
};

export function useHotPosts() {
  return useQuery(list);
}
