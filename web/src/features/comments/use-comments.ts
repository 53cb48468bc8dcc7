import { type InfiniteData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { command, query } from '../../api/client.ts';
import { settlePost } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { commentsKey, commentThreadKey } from '../../api/query-keys.ts';

type CommentPage = Output<'getComments'>;

export function useComments(postId: string) {
  return useInfiniteQuery({
    queryKey: commentsKey(postId),
    queryFn: ({ pageParam, signal }) =>
      query('getComments', { postId, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: CommentPage) => page.cursor,
  });
}

/** One comment, wherever it stands in the list. */
export function useCommentThread(postId: string, commentId: string | null) {
  return useQuery({
    queryKey: commentThreadKey(postId, commentId ?? ''),
    queryFn:
      commentId === null
        ? skipToken
        : ({ signal }) => query('getCommentThread', { postId, commentId }, { signal }),
  });
}

/** Sends a comment and appends it to the loaded pages, even when there are more: its author must see it. */
export async function sendComment(postId: string, text: string, idempotencyKey: string): Promise<void> {
  const { comment } = await command('addComment', { postId, text }, { idempotencyKey });
  queryClient.setQueryData<InfiniteData<CommentPage>>(
    commentsKey(postId),
    (list) => list && withComment(list, comment),
  );
  settlePost(postId, (post) => {
    const commentsCount = post.commentsCount + 1;
    return { ...post, commentsCount, counts: { ...post.counts, comments: commentsCount } };
  });
}

function withComment(list: InfiniteData<CommentPage>, comment: Comment): InfiniteData<CommentPage> {
  const last = list.pages.at(-1);
  if (!last) return list;
  return { ...list, pages: [...list.pages.slice(0, -1), { ...last, items: [...last.items, comment] }] };
}
