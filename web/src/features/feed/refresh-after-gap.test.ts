// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type PropsWithChildren } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { liveState } from '../../api/live-state.ts';
import { clearPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { feedTopKey } from '../../api/query-keys.ts';
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
  const lost = new Set<'getFeed' | 'getPost'>();
  let isRefused = false;
  const loseAnswer = (name: 'getFeed' | 'getPost') => {
    if (lost.has(name)) throw new TypeError('cut');
    if (isRefused) throw new Problem('permission-denied');
  };
  let answerMs = 0;
  const calls = fakeServer({
    getFeed: async () => {
      loseAnswer('getFeed');
      const items = postIds.map((id) => samplePost(id));
      if (answerMs > 0) await new Promise((resolve) => setTimeout(resolve, answerMs));
      return { items, cursor: null };
    },
    getPost: ({ postId }) => {
      loseAnswer('getPost');
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
  const beginSlowRead = async () => {
    answerMs = 1_000;
    void queryClient.invalidateQueries({ queryKey: feedTopKey() });
    await wait(100);
    answerMs = 0;
  };
  return {
    feed,
    beginSlowRead,
    missEvents,
    lost,
    refuse: () => (isRefused = true),
    reads: () => calls.filter(({ name }) => name === 'getFeed').length,
  };
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a post that was deleted while events were missed leaves the feed on the screen', async () => {
  const { feed, missEvents } = await feedWithGap();
  await missEvents();
  expect(feed.ids()).toEqual(['3', '1']);
});

test.for(['getFeed', 'getPost'] as const)(
  'it leaves the feed on the screen also when an answer of %s is lost at first',
  async (name) => {
    const { feed, missEvents, lost } = await feedWithGap();
    lost.add(name);
    await missEvents();
    expect(feed.ids()).toEqual(['3', '2', '1']);
    lost.clear();
    await wait(40_000);
    expect(feed.ids()).toEqual(['3', '1']);
  },
);

test('a refusal is not asked for again and again', async () => {
  const { missEvents, refuse, reads } = await feedWithGap();
  refuse();
  // Without events, the feed would be read anyway.
  liveState.write(true);
  await missEvents();
  const before = reads();
  await wait(60_000);
  expect(reads()).toBe(before);
  liveState.write(false);
});

test('it leaves the feed on the screen also when an earlier read ends after the gap', async () => {
  const { feed, beginSlowRead, missEvents } = await feedWithGap();
  await beginSlowRead();
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
