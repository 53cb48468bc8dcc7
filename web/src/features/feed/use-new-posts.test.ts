// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type PropsWithChildren } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { clearPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { feedTopKey } from '../../api/query-keys.ts';
import { samplePost } from '../../api/sample-post.ts';
import { listNewPost } from '../posts/lists/change-lists.ts';
import { useFeed } from './use-feed.ts';
import { useNewPosts } from './use-new-posts.ts';

const Provider = ({ children }: PropsWithChildren) =>
  createElement(QueryClientProvider, { client: queryClient }, children);

/** Ids sort by time: '1' is the oldest post. */
async function open(...ids: string[]) {
  const server = { ids };
  fakeServer({ getFeed: () => ({ items: server.ids.map((id) => samplePost(id)), cursor: null }) });
  const { result } = renderHook(
    () => {
      const pages = useFeed('siguiendo', undefined).data?.pages;
      return { newPosts: useNewPosts('siguiendo', undefined, pages), pages };
    },
    { wrapper: Provider },
  );
  const listedIds = () => result.current.pages?.flatMap((page) => page.ids);
  await waitFor(() => expect(listedIds()).toEqual(ids));
  const offer = async (...newIds: string[]) => {
    server.ids = newIds;
    await act(() => queryClient.invalidateQueries({ queryKey: feedTopKey() }));
  };
  return { result, listedIds, offer };
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  clearPosts();
  vi.unstubAllGlobals();
});

test('the offered posts go under the own post that was published after they were read', async () => {
  const { result, listedIds, offer } = await open('1');
  await offer('2', '1');
  await waitFor(() => expect(result.current.newPosts.count).toBe(1));
  act(() => listNewPost(samplePost('3')));
  await waitFor(() => expect(listedIds()).toEqual(['3', '1']));
  expect(result.current.newPosts.count).toBe(1);
  act(() => result.current.newPosts.show());
  await waitFor(() => expect(listedIds()).toEqual(['3', '2', '1']));
  expect(result.current.newPosts.count).toBe(0);
});

test('an own post from before goes with its place, also when no offered post is listed', async () => {
  const { result, listedIds, offer } = await open('1');
  act(() => listNewPost(samplePost('2')));
  await offer('4', '3');
  await waitFor(() => expect(result.current.newPosts.count).toBe(2));
  act(() => result.current.newPosts.show());
  await waitFor(() => expect(listedIds()).toEqual(['4', '3']));
});
