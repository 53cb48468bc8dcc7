import { useQuery, type InfiniteData } from '@tanstack/react-query';

import { findPost } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { type FeedTab, postLists } from '../posts/post-lists.ts';
import { countNewer } from '../posts/post-pages.ts';
import { type FeedPage, readFeedPage } from './use-feed.ts';

// 36 to 54 seconds: pages that were opened at the same moment do not go on asking at the same moment.
const everyMs = 45_000 * (0.8 + Math.random() * 0.4);

/** Looks at the top of a tab now and then while the page is seen: how many posts are new, and how to show them. */
export function useNewPosts(tab: FeedTab, pages: readonly FeedPage[] | undefined) {
  const top = useQuery({
    queryKey: ['feed-top', tab],
    queryFn: ({ signal }) => readFeedPage(tab, null, signal),
    enabled: pages !== undefined,
    // The list was just read when this begins; only a list kept from before is looked at soon.
    initialData: () => pages?.[0],
    initialDataUpdatedAt: () => queryClient.getQueryState(postLists.feed(tab))?.dataUpdatedAt,
    staleTime: everyMs,
    refetchInterval: everyMs,
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
    queryClient.setQueryData<InfiniteData<FeedPage>>(postLists.feed(tab), {
      pages: [{ ...fresh, ids }],
      pageParams: [null],
    });
  };
  return { count, show };
}
