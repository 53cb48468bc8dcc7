import { useEffect } from 'react';

import { ApiError } from '../../api/api-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryIfChanged } from '../../api/query-if-changed.ts';
import { commentsKey, commentThreadKey } from '../../api/query-keys.ts';
import {
  type CommentPages,
  type CommentThreadAnswer,
  readLists,
  setCommentsCount,
  settleOwnComments,
} from './comment-lists.ts';

const everyMs = 10_000;

export function useNewComments(postId: string, target: string | null): void {
  useEffect(() => {
    const end = new AbortController();
    const timer = setInterval(() => {
      if (document.hidden || !navigator.onLine) return;
      readNewComments(postId, target, end.signal).catch((error: unknown) => {
        // The next read may succeed.
        if (!(error instanceof ApiError) && !end.signal.aborted) throw error;
      });
    }, everyMs);
    return () => {
      clearInterval(timer);
      end.abort();
    };
  }, [postId, target]);
}

// Keyed by the page or thread object as the server sent it: a changed one has no tag.
const etags = new WeakMap<object, string>();

/** Re-reads the last loaded page of comments and the thread of `target`. Throws as `query` does. */
export async function readNewComments(
  postId: string,
  target: string | null,
  signal: AbortSignal,
): Promise<void> {
  const before = readLists(postId, target);
  const { list, thread, own } = before;
  const page = list?.pages.at(-1);
  if (!list || !page) return;
  const cursor = list.pageParams.at(-1) ?? null;
  const [newPage, newThread] = await Promise.all([
    queryIfChanged(
      'getComments',
      { postId, ...(cursor !== null && { cursor }) },
      { etag: etags.get(page), signal },
    ),
    target !== null && thread
      ? queryIfChanged('getCommentThread', { postId, commentId: target }, { etag: etags.get(thread), signal })
      : null,
  ]);
  // Changed meanwhile: the answers may be older.
  const now = readLists(postId, target);
  if (now.list !== list || now.thread !== thread || now.own !== own) return;
  if (newPage) {
    const pages = [...list.pages.slice(0, -1), newPage.value];
    const next = queryClient.setQueryData<CommentPages>(commentsKey(postId), { ...list, pages });
    keepTag(next?.pages.at(-1), newPage.etag);
    setCommentsCount(postId, newPage.value.commentsCount);
  }
  if (newThread && target !== null) {
    const key = commentThreadKey(postId, target);
    keepTag(queryClient.setQueryData<CommentThreadAnswer>(key, newThread.value), newThread.etag);
  }
  if (own) settleOwnComments(postId, own, readLists(postId, target));
}

function keepTag(value: object | undefined, etag: string | undefined): void {
  if (value && etag !== undefined) etags.set(value, etag);
}
