import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';
import { liveState } from '../../api/live-state.ts';
import { findPost } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { postListKey, topicTopKey } from '../../api/query-keys.ts';
import { useStore } from '../../state/create-store.ts';
import { readPostPage } from '../posts/lists/post-lists.ts';
import { countNewer, type PostPage } from '../posts/lists/post-pages.ts';

export type TopicInfo = Pick<Output<'getTag'>, 'tag' | 'display' | 'posts7d' | 'people7d' | 'hidden'>;
export type TopicPage = PostPage & { topic: TopicInfo };

const pollMs = 60_000;

/** A topic's posts, page by page, and how many new ones wait above them. */
export function useTopic(tag: string) {
  const key = postListKey('topic', tag);
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => readTopicPage(tag, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }: TopicPage) => cursor,
    // New posts are offered, and Back finds the list as it was.
    staleTime: Infinity,
    gcTime: 60 * 60_000,
  });
  const pages = list.data?.pages;
  const live = useStore(liveState);
  const { data: top } = useQuery({
    queryKey: topicTopKey(tag),
    queryFn: ({ signal }) => readTopicPage(tag, null, signal),
    enabled: pages !== undefined,
    initialData: () => pages?.[0],
    initialDataUpdatedAt: () => queryClient.getQueryState(key)?.dataUpdatedAt,
    staleTime: pollMs,
    refetchInterval: live ? false : pollMs,
    retry: false,
  });
  const ids = top?.ids.filter((id) => findPost(id) !== undefined) ?? [];
  const newPosts = top && pages ? countNewer({ ...top, ids }, pages) : 0;
  const showNew = () => {
    if (!top) return;
    queryClient.setQueryData<InfiniteData<TopicPage>>(key, { pages: [{ ...top, ids }], pageParams: [null] });
  };
  return { list, pages, topic: top?.topic ?? pages?.[0]?.topic, newPosts, showNew };
}

async function readTopicPage(tag: string, cursor: string | null, signal: AbortSignal): Promise<TopicPage> {
  let topic: TopicInfo | undefined;
  const page = await readPostPage(async () => {
    const answer = await query('getTag', { tag, cursor: cursor ?? undefined }, { signal });
    topic = answer;
    return answer;
  });
  return { ...page, topic: topic ?? { tag, display: tag, posts7d: 0, people7d: 0 } };
}
