// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { commentsKey } from '../../api/query-keys.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { readLists } from './comment-lists.ts';
import { deleteComment } from './delete-comment.ts';
import { sampleComment } from './sample-comment.ts';

const dismissToasts = () => notices.read().toasts.forEach(({ id }) => notices.dismiss(id));

// Other files may have left some.
beforeEach(dismissToasts);
afterEach(() => {
  queryClient.clear();
  dismissToasts();
  vi.unstubAllGlobals();
});

test('a comment whose deletion was not answered is deleted with the next try', async () => {
  let isThere = true;
  fakeServer({
    deleteComment: () => {
      if (!isThere) throw new Problem('not-found');
      isThere = false;
      throw new TypeError('The connection broke');
    },
  });
  const comment = sampleComment('1');
  queryClient.setQueryData(commentsKey(comment.postId), {
    pages: [{ items: [comment], cursor: null }],
    pageParams: [null],
  });
  const isDeleted = () => readLists(comment.postId, null).list?.pages[0]?.items[0]?.deleted === true;
  const tryIt = async () => {
    const deletion = deleteComment(comment);
    notices.read().questions[0]?.answer('');
    await deletion;
  };
  await tryIt();
  expect([isDeleted(), notices.read().toasts.length]).toEqual([false, 1]);
  await tryIt();
  expect([isDeleted(), notices.read().toasts.length]).toEqual([true, 1]);
});
