import { useEffect } from 'react';

import { ApiError } from '../../api/api-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryIfChanged } from '../../api/query-if-changed.ts';
import { commentsKey } from '../../api/query-keys.ts';
import { type CommentPages, countComments } from './comment-lists.ts';

const everyMs = 10_000;

/** Reads the newest comments of an open post again every ten seconds while the page is visible. */
export function useNewComments(postId: string): void {
  useEffect(() => {
    const ended = new AbortController();
    let etag: string | undefined;
    let place: string | null | undefined;
    const look = async () => {
      const list = readList(postId);
      if (document.hidden || !navigator.onLine || !list) return;
      const cursor = list.pageParams.at(-1) ?? null;
      if (cursor !== place) etag = undefined;
      place = cursor;
      const input = { postId, ...(cursor !== null && { cursor }) };
      const answer = await queryIfChanged('getComments', input, { etag, signal: ended.signal });
      // The list changed meanwhile: this answer may be the older one.
      if (answer === null || readList(postId) !== list) return;
      etag = answer.etag;
      const pages = [...list.pages.slice(0, -1), answer.value];
      const before = countOf(list);
      queryClient.setQueryData<CommentPages>(commentsKey(postId), { ...list, pages });
      const more = countOf({ ...list, pages }) - before;
      if (more !== 0) countComments(postId, more);
    };
    const timer = setInterval(() => {
      look().catch((error: unknown) => {
        // The next look may succeed.
        if (!(error instanceof ApiError) && !ended.signal.aborted) throw error;
      });
    }, everyMs);
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [postId]);
}

function readList(postId: string): CommentPages | undefined {
  return queryClient.getQueryData<CommentPages>(commentsKey(postId));
}

function countOf({ pages }: CommentPages): number {
  return pages.flatMap(({ items }) => items).filter(({ deleted }) => !deleted).length;
}
