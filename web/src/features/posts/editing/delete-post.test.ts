// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../../contract/src/problem.ts';
import { fakeServer } from '../../../api/fake-server.ts';
import { clearPosts, findPost, putPosts } from '../../../api/post-cache.ts';
import { queryClient } from '../../../api/query-client.ts';
import { samplePost } from '../../../api/sample-post.ts';
import { notices } from '../../../ui/overlays/notices.ts';
import { deletePost } from './delete-post.ts';

const questions = () => notices.read().questions.map(({ message }) => message);

const answer = () => notices.read().questions[0]?.answer('');

afterEach(() => {
  clearPosts();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a post whose deletion was not answered is gone with the next try', async () => {
  let isThere = true;
  fakeServer({
    deletePost: () => {
      if (!isThere) throw new Problem('not-found');
      isThere = false;
      throw new TypeError('The connection broke');
    },
  });
  putPosts([samplePost('p')], 0);
  const first = deletePost('p');
  answer();
  await vi.waitUntil(() => questions().length > 0);
  expect(questions()).toEqual(['No se pudo eliminar: sin conexión']);
  answer();
  await first;
  expect(findPost('p')).toBeDefined();

  const second = deletePost('p');
  answer();
  await second;
  expect(findPost('p')).toBeUndefined();
});
