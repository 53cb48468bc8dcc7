// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { clearPosts, findPost, overlayPost, putPosts, usePost } from '../../../api/post-cache.ts';
import { queryClient } from '../../../api/query-client.ts';
import { feedTopKey, postKey, postListKey } from '../../../api/query-keys.ts';
import { samplePost } from '../../../api/sample-post.ts';
import { freePostsRegularly } from './free-posts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  queryClient.clear();
  clearPosts();
  vi.useRealTimers();
});

test('posts that no list has, nobody shows and no command changes are freed, twenty minutes later at most', () => {
  const names = ['liked', 'listed-below', 'offered', 'opened', 'shown'];
  const passing = Array.from({ length: 2_000 }, (_, i) => `${i}`);
  freePostsRegularly();
  putPosts(
    [...names, ...passing].map((id) => samplePost(id)),
    0,
  );
  overlayPost('liked', (post) => post);
  const pages = [{ ids: ['x'] }, { ids: ['listed-below'] }];
  queryClient.setQueryData(postListKey('feed', 'siguiendo'), { pages, pageParams: [null, 'c'] });
  queryClient.setQueryData(feedTopKey('siguiendo'), { ids: ['offered'] });
  queryClient.setQueryData(postKey('opened'), 'shown');
  renderHook(() => usePost('shown'));

  const found = () => [...names, ...passing].filter((id) => findPost(id));
  vi.advanceTimersByTime(10 * 60_000);
  expect(found()).toHaveLength(2_005);
  vi.advanceTimersByTime(10 * 60_000);
  expect(found()).toEqual(names);
});
