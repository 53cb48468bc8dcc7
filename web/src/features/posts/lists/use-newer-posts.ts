import { type InfiniteData, type QueryKey, useQuery } from '@tanstack/react-query';

import { liveState } from '../../../api/live-state.ts';
import { findPost } from '../../../api/post-cache.ts';
import { changeQueries, queryClient } from '../../../api/query-client.ts';
import { listTopKey } from '../../../api/query-keys.ts';
import { useStore } from '../../../state/create-store.ts';
import { isOwnPost } from './own-posts.ts';
import { countNewer, type PostPage, underNewer } from './post-pages.ts';

type List<Page> = {
  name: readonly ['club' | 'topic', string];
  key: QueryKey;
  pages: readonly Page[] | undefined;
  readFirst: (signal: AbortSignal) => Promise<Page>;
};

const pollMs = 60_000;

/** Live events trigger the check (check-lists.ts); without them the page polls. */
export function useNewerPosts<Page extends PostPage>({ name, key, pages, readFirst }: List<Page>) {
  const live = useStore(liveState);
  const { data: first } = useQuery({
    queryKey: listTopKey(...name),
    queryFn: ({ signal }) => readFirst(signal),
    enabled: pages !== undefined,
    initialData: () => pages?.[0],
    initialDataUpdatedAt: () => queryClient.getQueryState(key)?.dataUpdatedAt,
    staleTime: pollMs,
    refetchInterval: live ? false : pollMs,
    refetchOnWindowFocus: true,
    retry: false,
  });
  const ids = first?.ids.filter((id) => findPost(id) !== undefined) ?? [];
  const newPosts = first && pages ? countNewer({ ...first, ids }, pages, isOwnPost) : 0;
  const showNew = () => {
    if (!first) return;
    changeQueries<InfiniteData<Page>>({ queryKey: key, exact: true }, ({ pages }) => ({
      pages: [underNewer({ ...first, ids }, pages)],
      pageParams: [null],
    }));
  };
  return { first, newPosts, showNew };
}
