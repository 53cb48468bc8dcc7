import { useInfiniteQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { postListKey, profileKey } from '../../api/query-keys.ts';
import { type FeedTab, readPostPage } from '../posts/lists/post-lists.ts';
import type { PostPage } from '../posts/lists/post-pages.ts';
import { session } from '../session/session-store.ts';
import { type MissingIndex, missingIndex } from './index-warning.ts';

export type FeedPage = PostPage & {
  missing: MissingIndex | null;
  /** Whether the reader followed at most the official account when the page was read. */
  isNewcomer?: boolean;
};

type Place = { cursor: string; source: 'posts' | undefined } | null;

const hourMs = 60 * 60_000;

/** Never refetched by itself: new posts are offered, not pushed in. */
export function useFeed(tab: FeedTab, club: string | undefined) {
  return useInfiniteQuery({
    queryKey: feedKey(tab, club),
    queryFn: async ({ pageParam, signal }) => ({
      ...(await readFeedPage(tab, club, pageParam, signal)),
      isNewcomer: tab === 'siguiendo' && followees() <= 1,
    }),
    initialPageParam: null as Place,
    getNextPageParam: ({ cursor, missing }: FeedPage): Place =>
      cursor === null ? null : { cursor, source: missing ? 'posts' : undefined },
    staleTime: Infinity,
    gcTime: hourMs,
  });
}

export function feedKey(tab: FeedTab, club: string | undefined) {
  return club === undefined ? postListKey('feed', tab) : postListKey('feed', tab, club);
}

function followees(): number {
  const { user } = session.read();
  // The session's count dates from when it was loaded.
  const answer = user && queryClient.getQueryData<Output<'getProfile'>>(profileKey(user.uid));
  return (answer?.profile ?? user)?.followingCount ?? Infinity;
}

/** Falls back to the posts themselves when the read model cannot serve the page. */
export async function readFeedPage(
  tab: FeedTab,
  club: string | undefined,
  place: Place,
  signal?: AbortSignal,
): Promise<FeedPage> {
  const read = (source: 'posts' | undefined) =>
    readPostPage(() => query('getFeed', { tab, club, cursor: place?.cursor, source }, { signal }));
  if (place?.source === 'posts') return { ...(await read('posts')), missing: { url: null } };
  try {
    return { ...(await read(undefined)), missing: null };
  } catch (error) {
    const missing = club === undefined ? missingIndex(error) : null;
    if (!missing) throw error;
    return { ...(await read('posts')), missing };
  }
}
