import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';

import type { Input } from '../../../../contract/src/calls/all.ts';
import { command, query } from '../../api/client.ts';
import { commentsKey, commentThreadKey } from '../../api/query-keys.ts';
import { appendComment, type CommentPage } from './comment-lists.ts';

export function useComments(postId: string) {
  return useInfiniteQuery({
    queryKey: commentsKey(postId),
    queryFn: ({ pageParam, signal }) =>
      query('getComments', { postId, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: CommentPage) => page.cursor,
  });
}

/** The thread of one comment, wherever it stands in the list. */
export function useCommentThread(postId: string, commentId: string | null) {
  return useQuery({
    queryKey: commentThreadKey(postId, commentId ?? ''),
    queryFn:
      commentId === null
        ? skipToken
        : ({ signal }) => query('getCommentThread', { postId, commentId }, { signal }),
  });
}

/** Sends a comment or reply. It is listed at once when the server has it. Throws ApiError. */
export async function sendComment(input: Input<'addComment'>, idempotencyKey: string): Promise<void> {
  const { comment } = await command('addComment', input, { idempotencyKey });
  appendComment(comment);
}
