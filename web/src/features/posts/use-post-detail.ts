import { useQuery } from '@tanstack/react-query';

import { ApiError } from '../../api/api-error.ts';
import { query } from '../../api/client.ts';
import { forgetPost, putPosts, usePost } from '../../api/post-cache.ts';
import { postKey } from '../../api/query-keys.ts';
import { loadPartsFor } from './parts/post-parts.ts';

export type PostDetail = { state: 'loading' | 'shown' | 'missing' } | { state: 'failed'; retry: () => void };

// The server rejects an impossible id as an argument.
const missingCodes: ReadonlySet<string> = new Set(['not-found', 'invalid-argument']);

export function usePostDetail(postId: string): PostDetail {
  const isCached = usePost(postId) !== undefined;
  const read = useQuery({
    queryKey: postKey(postId),
    queryFn: async ({ signal }) => {
      const askedAt = performance.now();
      try {
        const { post } = await query('getPost', { postId }, { signal });
        await loadPartsFor([post]);
        putPosts([post], askedAt);
        return 'shown' as const;
      } catch (error) {
        if (!(error instanceof ApiError && missingCodes.has(error.code))) throw error;
        forgetPost(postId);
        return 'missing' as const;
      }
    },
    staleTime: 0,
  });

  if (read.data === 'missing') return { state: 'missing' };
  if (isCached) return { state: 'shown' };
  // Its author was blocked meanwhile.
  if (read.data === 'shown' && !read.isFetching) return { state: 'missing' };
  if (read.isError) return { state: 'failed', retry: () => void read.refetch() };
  return { state: 'loading' };
}
