import { useInfiniteQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { query } from '../../api/client.ts';
import { postListKey } from '../../api/query-keys.ts';
import { readPostPage } from '../posts/lists/post-lists.ts';
import type { PostPage } from '../posts/lists/post-pages.ts';
import { useNewerPosts } from '../posts/lists/use-newer-posts.ts';

export type TopicInfo = Pick<Output<'getTag'>, 'tag' | 'display' | 'posts7d' | 'people7d' | 'hidden'>;
export type TopicPage = PostPage & { topic: TopicInfo };

export function useTopic(tag: string) {
  const key = postListKey('topic', tag);
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => readTopicPage(tag, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }: TopicPage) => cursor,
    // New posts are offered instead, and Back finds the list as it was.
    staleTime: Infinity,
    gcTime: 60 * 60_000,
  });
  const pages = list.data?.pages;
  const { first, newPosts, showNew } = useNewerPosts({
    name: ['topic', tag],
    key,
    pages,
    readFirst: (signal) => readTopicPage(tag, null, signal),
  });
  return { list, pages, topic: (first ?? pages?.[0])?.topic, newPosts, showNew };
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
