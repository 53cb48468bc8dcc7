import type { InfiniteData } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { settlePost } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { commentsKey, commentThreadKey } from '../../api/query-keys.ts';

export type CommentPage = Output<'getComments'>;
export type CommentPages = InfiniteData<CommentPage, string | null>;

/** Changes a comment wherever the page holds it: in the list of its post and in threads. */
export function patchComment(postId: string, id: string, change: (comment: Comment) => Comment): void {
  const patch = (comment: Comment) => (comment.id === id ? change(comment) : comment);
  queryClient.setQueryData<CommentPages>(
    commentsKey(postId),
    (list) =>
      list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(patch) })) },
  );
  queryClient.setQueriesData<Output<'getCommentThread'>>(
    { queryKey: commentThreadKey() },
    (thread) =>
      thread && {
        ...thread,
        root: thread.root && patch(thread.root),
        replies: thread.replies.map(patch),
      },
  );
}

/** Appends a comment to the loaded pages, even when there are more: its author must see it. */
export function appendComment(comment: Comment): void {
  const { postId } = comment;
  queryClient.setQueryData<CommentPages>(commentsKey(postId), (list) => {
    const last = list?.pages.at(-1);
    if (!list || !last) return list;
    return { ...list, pages: [...list.pages.slice(0, -1), { ...last, items: [...last.items, comment] }] };
  });
  countComments(postId, 1);
}

export function countComments(postId: string, more: number): void {
  settlePost(postId, (post) => {
    const commentsCount = Math.max(0, post.commentsCount + more);
    return { ...post, commentsCount, counts: { ...post.counts, comments: commentsCount } };
  });
}
