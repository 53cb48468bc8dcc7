import type { InfiniteData } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { settlePost } from '../../api/post-cache.ts';
import { changeQueries, queryClient } from '../../api/query-client.ts';
import { commentsKey, commentThreadKey, ownCommentsKey } from '../../api/query-keys.ts';

export type CommentPage = Output<'getComments'>;
export type CommentPages = InfiniteData<CommentPage, string | null>;
export type CommentThreadAnswer = Output<'getCommentThread'>;

export function readLists(postId: string, commentId: string | null) {
  return {
    list: queryClient.getQueryData<CommentPages>(commentsKey(postId)),
    thread: queryClient.getQueryData<CommentThreadAnswer>(commentThreadKey(postId, commentId ?? '')),
    own: queryClient.getQueryData<readonly Comment[]>(ownCommentsKey(postId)),
  };
}

export function patchComment(postId: string, id: string, change: (comment: Comment) => Comment): void {
  const patch = (comment: Comment) => (comment.id === id ? change(comment) : comment);
  changeQueries<CommentPages>({ queryKey: commentsKey(postId) }, (list) => ({
    ...list,
    pages: list.pages.map((page) => ({ ...page, items: page.items.map(patch) })),
  }));
  changeQueries<CommentThreadAnswer>({ queryKey: commentThreadKey() }, (thread) => ({
    ...thread,
    root: thread.root && patch(thread.root),
    replies: thread.replies.map(patch),
  }));
  queryClient.setQueryData<readonly Comment[]>(ownCommentsKey(postId), (own) => own?.map(patch));
}

/** The new comment may belong to a page that is not loaded yet, but its author must see it. */
export function addOwnComment(comment: Comment): void {
  queryClient.setQueryData<readonly Comment[]>(ownCommentsKey(comment.postId), (own = []) => [
    ...own,
    comment,
  ]);
}

/**
 * Drops own new comments that the pages or the thread now hold. `own`: those from before the last page was
 * re-read. At the end of the list none is left: the pages hold them, or somebody deleted them.
 */
export function settleOwnComments(
  postId: string,
  own: readonly Comment[],
  { list, thread }: Pick<ReturnType<typeof readLists>, 'list' | 'thread'>,
): void {
  const pages = list?.pages ?? [];
  const isComplete = pages.at(-1)?.cursor === null;
  const loadedIds = new Set(
    [...pages.flatMap(({ items }) => items), ...(thread?.replies ?? [])].map((comment) => comment.id),
  );
  const missing = isComplete ? [] : own.filter(({ id }) => !loadedIds.has(id));
  if (missing.length < own.length) queryClient.setQueryData(ownCommentsKey(postId), missing);
}

/** The previous version of the server sends no count. */
export function setCommentsCount(postId: string, commentsCount: number | undefined): void {
  if (commentsCount === undefined) return;
  settlePost(postId, (post) => ({
    ...post,
    commentsCount,
    counts: { ...post.counts, comments: commentsCount },
  }));
}
