// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type PropsWithChildren } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { clearPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { samplePost } from '../../api/sample-post.ts';
import { refreshAfterGap } from './refresh-after-gap.ts';
import { useFeed } from './use-feed.ts';
import { useNewPosts } from './use-new-posts.ts';

const Provider = ({ children }: PropsWithChildren) =>
  createElement(QueryClientProvider, { client: queryClient }, children);

function openFeed() {
  const { result, unmount } = renderHook(
    () => {
      const pages = useFeed('siguiendo', undefined).data?.pages;
      useNewPosts('siguiendo', undefined, pages);
      return pages?.flatMap(({ ids }) => ids);
    },
    { wrapper: Provider },
  );
  return { ids: () => result.current, leave: unmount };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  queryClient.clear();
  clearPosts();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A feed of three posts, the second of which goes while events are missed. */
async function feedWithGap() {
  let postIds = ['3', '2', '1'];
  const calls = fakeServer({
    getFeed: () => ({ items: postIds.map((id) => samplePost(id)), cursor: null }),
    getPost: ({ postId }) => {
      if (postIds.includes(postId)) return { post: samplePost(postId) };
      throw new Problem('not-found');
    },
  });
  const feed = openFeed();
  await wait(100);
  expect(feed.ids()).toEqual(['3', '2', '1']);
  const missEvents = async () => {
    postIds = ['3', '1'];
    refreshAfterGap();
    await wait(6_000);
  };
  return { feed, missEvents, reads: () => calls.filter(({ name }) => name === 'getFeed').length };
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a post that was deleted while events were missed leaves the feed on the screen', async () => {
  const { feed, missEvents } = await feedWithGap();
  await missEvents();
  expect(feed.ids()).toEqual(['3', '1']);
});

test('it leaves a feed that was not on the screen when that is shown again, not sooner', async () => {
  const { feed, missEvents, reads } = await feedWithGap();
  feed.leave();
  await missEvents();
  expect(reads()).toBe(1);
  const again = openFeed();
  await wait(1_000);
  expect(again.ids()).toEqual(['3', '1']);
});
