import { useQuery, type InfiniteData } from '@tanstack/react-query';

import { liveState } from '../../api/live-state.ts';
import { findPost } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { feedTopKey, postListKey } from '../../api/query-keys.ts';
import { useStore } from '../../state/create-store.ts';
import type { FeedTab } from '../posts/lists/post-lists.ts';
import { countNewer } from '../posts/lists/post-pages.ts';
import { type FeedPage, readFeedPage } from './use-feed.ts';

// 36 to 54 seconds: pages that were opened at the same moment do not go on asking at the same moment.
const everyMs = 45_000 * (0.8 + Math.random() * 0.4);

/**
 * How many posts on top of a tab are new, and how to show them. The server tells when to look (look-for-news.ts);
 * while it cannot, the page looks now and then as long as it is seen.
 */
export function useNewPosts(tab: FeedTab, pages: readonly FeedPage[] | undefined) {
  const live = useStore(liveState);
  const top = useQuery({
    queryKey: feedTopKey(tab),
    queryFn: ({ signal }) => readFeedPage(tab, null, signal),
    enabled: pages !== undefined,
    // The list was just read when this begins; only a list kept from before is looked at soon.
    initialData: () => pages?.[0],
    initialDataUpdatedAt: () => queryClient.getQueryState(postListKey('feed', tab))?.dataUpdatedAt,
    staleTime: everyMs,
    refetchInterval: live ? false : everyMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    retry: false,
  });

  const fresh = top.data;
  // A post that was deleted since that look is not new.
  const ids = fresh?.ids.filter((id) => findPost(id) !== undefined) ?? [];
  const count = fresh && pages ? countNewer({ ...fresh, ids }, pages) : 0;
  const show = () => {
    if (!fresh) return;
    queryClient.setQueryData<InfiniteData<FeedPage>>(postListKey('feed', tab), {
      pages: [{ ...fresh, ids }],
      pageParams: [null],
    });
  };
  return { count, show };
}
