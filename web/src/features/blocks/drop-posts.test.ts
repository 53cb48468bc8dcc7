import type { QueryKey } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';

import { holdNextPage } from '../../api/held-next-page.ts';
import { clearPosts, findPost, putPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { commentThreadKey, hotPostsKey, listTopKey, postListKey } from '../../api/query-keys.ts';
import { samplePost } from '../../api/sample-post.ts';
import type { PostPage, PostPages } from '../posts/lists/post-pages.ts';
import { showPostsAgain, dropPosts, refreshLists } from './drop-posts.ts';

const feed = postListKey('feed', 'siguiendo');
const club = postListKey('club', 'boca');
const topic = postListKey('topic', 'clasico');
const profile = postListKey('profile', 'beto');
const thread = commentThreadKey('p', 'c');
const theirs = samplePost('theirs', { ownerUid: 'beto' });
const other = samplePost('other');
const reposted = samplePost('reposted');
const quoting = samplePost('quoting', { quoteOf: 'quoted', quoted: { ...theirs, id: 'quoted' } as never });

function show(): void {
  const all = [theirs, other, reposted, quoting];
  putPosts(all, 0);
  const reposters = { reposted: { uid: 'beto', displayName: 'Beto' } };
  const pages = [{ ids: all.map(({ id }) => id), cursor: null, reposters }];
  for (const key of [feed, club, topic, profile])
    queryClient.setQueryData<PostPages>(key, { pages, pageParams: [null] });
}
const listedIds = (key: QueryKey = feed) =>
  queryClient.getQueryData<PostPages>(key)?.pages.flatMap((page) => page.ids);

afterEach(() => {
  clearPosts();
  queryClient.clear();
});

test("a mute removes a person's posts and reposts from the lists, and leaves them on their own pages", () => {
  show();
  dropPosts('beto', false);
  for (const key of [feed, club, topic]) expect(listedIds(key)).toEqual(['other', 'quoting']);
  expect(listedIds(profile)).toHaveLength(4);
  expect(findPost('theirs')).toBeDefined();
});

test('a next page on its way does not bring the posts of a muted person', async () => {
  putPosts([theirs, other, reposted], 0);
  const release = holdNextPage<PostPage>(feed, { ids: ['other', 'theirs'], cursor: 'c' });
  dropPosts('beto', false);
  expect(listedIds()).toEqual(['other']);
  const reposters = { reposted: { uid: 'beto', displayName: 'Beto' } };
  await release({ ids: ['reposted', 'quoting'], cursor: null, reposters });
  expect(listedIds()).toEqual(['other', 'quoting']);
});

test('after a mute, no list offers the posts as new, and the comment of the address is read again', () => {
  show();
  for (const key of [listTopKey('topic', 'clasico'), listTopKey('club', 'boca'), thread])
    queryClient.setQueryData(key, {});
  dropPosts('beto', false);
  expect(queryClient.getQueriesData({ queryKey: listTopKey() })).toEqual([]);
  expect(queryClient.getQueryData(thread)).toBeUndefined();
});

test('after a change of the muted words, all lists and the comment of the address are read again', () => {
  show();
  for (const key of [listTopKey('topic', 'clasico'), thread]) queryClient.setQueryData(key, {});
  refreshLists();
  for (const key of [feed, club, topic, thread]) expect(queryClient.getQueryData(key)).toBeUndefined();
  expect(queryClient.getQueriesData({ queryKey: listTopKey() })).toEqual([]);
});

test.each([
  ['a mute', () => dropPosts('beto', false)],
  ['a block', () => dropPosts('beto', true)],
  ['the end of either', () => showPostsAgain('beto')],
  ['a change of the muted words', refreshLists],
])('after %s the most discussed posts are read again', (_, change) => {
  queryClient.setQueryData(hotPostsKey(), ['theirs', 'other']);
  change();
  expect(queryClient.getQueryState(hotPostsKey())?.isInvalidated).toBe(true);
});

test('a block hides them everywhere, until it ends', () => {
  show();
  putPosts([samplePost('quoted', { ownerUid: 'beto' })], 0);
  dropPosts('beto', true);
  expect(listedIds()).toEqual(['other', 'quoting']);
  expect([findPost('theirs'), findPost('quoted')]).toEqual([undefined, undefined]);
  showPostsAgain('beto');
  expect(findPost('theirs')).toBeDefined();
  expect(findPost('quoted')).toBeDefined();
});
