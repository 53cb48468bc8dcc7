import { afterEach, expect, test } from 'vitest';

import { clearPosts, findPost, putPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { postListKey } from '../../api/query-keys.ts';
import { samplePost } from '../../api/sample-post.ts';
import type { PostPages } from '../posts/lists/post-pages.ts';
import { showPostsAgain, dropPosts } from './drop-posts.ts';

const feed = postListKey('feed', 'siguiendo');
const theirs = samplePost('theirs', { ownerUid: 'beto' });
const other = samplePost('other');
const reposted = samplePost('reposted');
const quoting = samplePost('quoting', { quoteOf: 'quoted', quoted: { ...theirs, id: 'quoted' } as never });

function show(): void {
  const all = [theirs, other, reposted, quoting];
  putPosts(all, 0);
  const reposters = { reposted: { uid: 'beto', displayName: 'Beto' } };
  const pages = [{ ids: all.map(({ id }) => id), cursor: null, reposters }];
  queryClient.setQueryData<PostPages>(feed, { pages, pageParams: [null] });
}
const listedIds = () => queryClient.getQueryData<PostPages>(feed)?.pages.flatMap((page) => page.ids);

afterEach(() => {
  clearPosts();
  queryClient.clear();
});

test("a mute removes a person's posts and reposts from the feeds, and leaves them on their own pages", () => {
  show();
  dropPosts('beto', false);
  expect(listedIds()).toEqual(['other', 'quoting']);
  expect(findPost('theirs')).toBeDefined();
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
