import { useQuery, type InfiniteData } from '@tanstack/react-query';

import { liveState } from '../../api/live-state.ts';
import { findPost } from '../../api/post-cache.ts';
import { changeQueries, queryClient } from '../../api/query-client.ts';
import { feedTopKey } from '../../api/query-keys.ts';
import { useStore } from '../../state/create-store.ts';
import { isOwnPost } from '../posts/lists/own-posts.ts';
import type { FeedTab } from '../posts/lists/post-lists.ts';
import { countNewer, underNewer } from '../posts/lists/post-pages.ts';
import { feedKey, type FeedPage, readFeedPage } from './use-feed.ts';

// 36 to 54 seconds: the jitter spreads pages that were opened at the same moment.
const everyMs = 45_000 * (0.8 + Math.random() * 0.4);

/** Live events trigger the check (check-new-posts.ts); without them the page polls while it is visible. */
export function useNewPosts(tab: FeedTab, club: string | undefined, pages: readonly FeedPage[] | undefined) {
  const key = feedKey(tab, club);
  const live = useStore(liveState);
  const top = useQuery({
    queryKey: club === undefined ? feedTopKey(tab) : feedTopKey(tab, club),
    queryFn: ({ signal }) => readFeedPage(tab, club, null, signal),
    enabled: pages !== undefined,
    // A list that was just read needs no check; one from an earlier visit gets it soon.
    initialData: () => pages?.[0],
    initialDataUpdatedAt: () => queryClient.getQueryState(key)?.dataUpdatedAt,
    staleTime: everyMs,
    refetchInterval: live ? false : everyMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    retry: false,
  });

  const fresh = top.data;
  // Excludes posts that were deleted since.
  const ids = fresh?.ids.filter((id) => findPost(id) !== undefined) ?? [];
  const count = fresh && pages ? countNewer({ ...fresh, ids }, pages, isOwnPost) : 0;
  const show = () => {
    if (!fresh) return;
    changeQueries<InfiniteData<FeedPage>>({ queryKey: key, exact: true }, (list) => ({
      pages: [underNewer({ ...fresh, ids }, list.pages)],
      pageParams: [null],
    }));
  };
  return { count, show };
}
