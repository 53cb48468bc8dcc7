import { afterEach, expect, test } from 'vitest';

import { holdNextPage } from '../../../api/held-next-page.ts';
import { clearPosts } from '../../../api/post-cache.ts';
import { queryClient } from '../../../api/query-client.ts';
import { postListKey } from '../../../api/query-keys.ts';
import { samplePost } from '../../../api/sample-post.ts';
import { listNewPost, unlistPost } from './change-lists.ts';
import type { PostPage, PostPages } from './post-pages.ts';

const key = postListKey('feed', 'siguiendo');
const listedIds = () => queryClient.getQueryData<PostPages>(key)?.pages.map(({ ids }) => ids);

afterEach(() => {
  queryClient.clear();
  clearPosts();
});

test('a next page on its way neither removes a new post nor brings back a deleted one', async () => {
  const release = holdNextPage<PostPage>(key, { ids: ['o1', 'o2'], cursor: 'c' });
  listNewPost(samplePost('own'));
  unlistPost('o2');
  unlistPost('o4');
  expect(listedIds()).toEqual([['own', 'o1']]);
  await release({ ids: ['o3', 'o4'], cursor: null });
  expect(listedIds()).toEqual([['own', 'o1'], ['o3']]);
});

test('the changes are made again in their order', async () => {
  const release = holdNextPage<PostPage>(key, { ids: ['o1'], cursor: 'c' });
  listNewPost(samplePost('first'));
  listNewPost(samplePost('second'));
  unlistPost('first');
  await release({ ids: ['o2'], cursor: null });
  expect(listedIds()).toEqual([['second', 'o1'], ['o2']]);
});

test('a change makes a list look neither valid again nor as if it had just been read', () => {
  const readAt = Date.now() - 4 * 60_000;
  const saved = postListKey('saved');
  for (const list of [key, saved])
    queryClient.setQueryData(list, { pages: [{ ids: ['o1', 'o2'] }], pageParams: [] }, { updatedAt: readAt });
  void queryClient.invalidateQueries({ queryKey: saved, refetchType: 'none' });
  unlistPost('o2');
  const { isInvalidated } = queryClient.getQueryState(saved) ?? {};
  expect([isInvalidated, queryClient.getQueryState(key)?.isInvalidated]).toEqual([true, false]);
  expect(queryClient.getQueryState(key)?.dataUpdatedAt).toBe(readAt);
  expect(listedIds()).toEqual([['o1']]);
});
