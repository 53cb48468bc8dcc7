import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';

import type { Input } from '../../../../contract/src/calls/all.ts';
import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { command, query } from '../../api/client.ts';
import { commentsKey, commentThreadKey, ownCommentsKey } from '../../api/query-keys.ts';
import { isViewer, viewerUid } from '../session/session-store.ts';
import { addOwnComment, type CommentPage, setCommentsCount } from './comment-lists.ts';

export function useComments(postId: string) {
  return useInfiniteQuery({
    queryKey: commentsKey(postId),
    queryFn: ({ pageParam, signal }) =>
      query('getComments', { postId, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: CommentPage) => page.cursor,
  });
}

export function useCommentThread(postId: string, commentId: string | null) {
  return useQuery({
    queryKey: commentThreadKey(postId, commentId ?? ''),
    queryFn:
      commentId === null
        ? skipToken
        : ({ signal }) => query('getCommentThread', { postId, commentId }, { signal }),
  });
}

export function useOwnComments(postId: string): readonly Comment[] {
  return useQuery<readonly Comment[]>({ queryKey: ownCommentsKey(postId), queryFn: skipToken }).data ?? [];
}

export async function sendComment(input: Input<'addComment'>, idempotencyKey: string): Promise<void> {
  const uid = viewerUid();
  const { comment, commentsCount } = await command('addComment', input, { idempotencyKey });
  // Somebody else, who may have signed in meanwhile, sees the comment where everybody does.
  if (!isViewer(uid)) return;
  addOwnComment(comment);
  setCommentsCount(input.postId, commentsCount);
}
