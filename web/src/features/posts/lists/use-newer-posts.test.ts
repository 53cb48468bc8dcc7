// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type PropsWithChildren } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { holdNextPage } from '../../../api/held-next-page.ts';
import { liveState } from '../../../api/live-state.ts';
import { clearPosts, putPosts } from '../../../api/post-cache.ts';
import { queryClient } from '../../../api/query-client.ts';
import { listTopKey, postListKey } from '../../../api/query-keys.ts';
import { samplePost } from '../../../api/sample-post.ts';
import { listNewPost } from './change-lists.ts';
import { checkLists } from './check-lists.ts';
import type { PostPage, PostPages } from './post-pages.ts';
import { useNewerPosts } from './use-newer-posts.ts';

const key = postListKey('topic', 'river');
const Provider = ({ children }: PropsWithChildren) =>
  createElement(QueryClientProvider, { client: queryClient }, children);

/** The page of a topic. Ids sort by time: '1' is the oldest post. */
function open(...ids: string[]) {
  const server = { ids, reads: 0, answerMs: 0 };
  const readFirst = async (signal: AbortSignal): Promise<PostPage> => {
    server.reads += 1;
    const page = { ids: server.ids, cursor: null };
    if (server.answerMs > 0) await new Promise((resolve) => setTimeout(resolve, server.answerMs));
    signal.throwIfAborted();
    putPosts(
      page.ids.map((id) => samplePost(id)),
      performance.now(),
    );
    return page;
  };
  putPosts(
    ids.map((id) => samplePost(id)),
    performance.now(),
  );
  liveState.write(true);
  const release = holdNextPage<PostPage>(key, { ids, cursor: 'c' });
  const { result } = renderHook(
    () => {
      const pages = queryClient.getQueryData<PostPages>(key)?.pages;
      return useNewerPosts({ name: ['topic', 'river'], key, pages, readFirst });
    },
    { wrapper: Provider },
  );
  return { server, result, release };
}

const listedIds = () => queryClient.getQueryData<PostPages>(key)?.pages.map((page) => page.ids);

function turn(visibility: 'hidden' | 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(visibility === 'hidden');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  clearPosts();
  liveState.write(false);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a post that arrives while the page is hidden is offered once it is visible', async () => {
  const { server, result } = open('1');
  turn('hidden');
  server.ids = ['2', '1'];
  checkLists({ tags: ['river'] });
  await waitFor(
    () => expect(queryClient.getQueryState(listTopKey('topic', 'river'))?.isInvalidated).toBe(true),
    { timeout: 15_000 },
  );
  expect(server.reads).toBe(0);
  turn('visible');
  await waitFor(() => expect(result.current.newPosts).toBe(1));
});

test('the offered posts join the list under the own post published since, also while the next page loads', async () => {
  const { server, result, release } = open('1');
  server.ids = ['2', '1'];
  await act(() => queryClient.invalidateQueries({ queryKey: listTopKey('topic', 'river') }));
  await waitFor(() => expect(result.current.newPosts).toBe(1));
  listNewPost(samplePost('3', { text: 'Vamos #River' }));
  expect(listedIds()).toEqual([['3', '1']]);
  act(() => result.current.showNew());
  expect(listedIds()).toEqual([['3', '2', '1']]);
  await act(() => release({ ids: ['0'], cursor: null }));
  expect(listedIds()).toEqual([['3', '2', '1']]);
});

test('posts that arrive faster than a slow network answers are offered', async () => {
  // Without `performance`: the module keeps its last check's time for the next test.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { server, result } = open('1');
  server.answerMs = 20_000;
  const arrive = async (id: number) => {
    server.ids = [String(id), ...server.ids];
    checkLists({ tags: ['river'] });
    await act(() => vi.advanceTimersByTimeAsync(4_000));
  };
  for (let id = 2; id <= 9; id++) await arrive(id);
  expect(result.current.newPosts).toBeGreaterThan(0);
  // The module's timer must end with the test.
  await act(() => vi.advanceTimersByTimeAsync(100_000));
});

test('a post that arrives during a slow read is offered after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { server, result } = open('1');
  server.answerMs = 20_000;
  checkLists({ tags: ['river'] });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(server.reads).toBe(1);
  server.ids = ['2', '1'];
  checkLists({ tags: ['river'] });
  await act(() => vi.advanceTimersByTimeAsync(100_000));
  expect([server.reads, result.current.newPosts]).toEqual([2, 1]);
});
