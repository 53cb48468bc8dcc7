// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type PropsWithChildren } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { liveState } from '../../api/live-state.ts';
import { clearPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { samplePost } from '../../api/sample-post.ts';
import { checkNewPosts } from './check-new-posts.ts';
import { useFeed } from './use-feed.ts';
import { useNewPosts } from './use-new-posts.ts';

const Provider = ({ children }: PropsWithChildren) =>
  createElement(QueryClientProvider, { client: queryClient }, children);

afterEach(() => {
  cleanup();
  queryClient.clear();
  clearPosts();
  liveState.write(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('posts that arrive faster than a slow network answers are offered', async () => {
  const { server, count } = await openFeed();
  for (let id = 2; id <= 9; id++) {
    server.ids = [String(id), ...server.ids];
    checkNewPosts(String(id));
    await wait(4_000);
  }
  expect(count()).toBeGreaterThan(0);
  // The module's timer must end with the test.
  await wait(100_000);
});

test('a post that arrives during a slow read is checked for twice after it', async () => {
  const { server, count } = await openFeed();
  checkNewPosts('2');
  await wait(10_000);
  expect(server.reads).toBe(2);
  checkNewPosts('3');
  await wait(30_000);
  expect(server.reads).toBe(3);
  // The timeline gets it only now.
  server.ids = ['3', '2', '1'];
  await wait(100_000);
  expect([server.reads, count()]).toEqual([4, 2]);
});

/** The feed of one post, over a network that is slow from now on. */
async function openFeed() {
  // Without `performance`: the module keeps its last check's time for the next test.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  liveState.write(true);
  const server = { ids: ['1'], reads: 0, answerMs: 0 };
  fakeServer({
    getFeed: async () => {
      server.reads += 1;
      const items = server.ids.map((id) => samplePost(id));
      if (server.answerMs > 0) await new Promise((resolve) => setTimeout(resolve, server.answerMs));
      return { items, cursor: null };
    },
  });
  const { result } = renderHook(
    () => useNewPosts('siguiendo', undefined, useFeed('siguiendo', undefined).data?.pages),
    { wrapper: Provider },
  );
  await wait(100);
  server.answerMs = 20_000;
  return { server, count: () => result.current.count };
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
