import { expect, test } from 'vitest';

import { findPost, putPosts } from '../../../api/post-cache.ts';
import { samplePost } from '../../../api/sample-post.ts';
import { removePost } from './live-posts.ts';

test('a post that was deleted elsewhere goes, one whose suspended author an admin reads stays', () => {
  const posts = [samplePost('deleted'), samplePost('suspended', { authorSuspended: true })];
  putPosts(posts, performance.now());
  for (const { id } of posts) removePost(id);
  expect(posts.map(({ id }) => findPost(id)?.id)).toEqual([undefined, 'suspended']);
});
