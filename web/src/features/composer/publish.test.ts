// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { clearPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { samplePost } from '../../api/sample-post.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { session } from '../session/session-store.ts';
import { restoreFiles } from './attach.ts';
import { changeComposer, readComposer, typeDraft } from './composer-store.ts';
import { newDraft } from './draft.ts';
import { publish } from './publish.ts';

const signIn = (uid: string) =>
  session.write({ status: 'signed-in', user: sampleProfile(uid), isAdmin: false, config: null });

afterEach(() => {
  changeComposer('lucia', { draft: newDraft(), outgoing: null });
  queryClient.clear();
  clearPosts();
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  vi.unstubAllGlobals();
});

test('a post that waits for its files is not sent in the name of the next person', async () => {
  const calls = fakeServer({});
  signIn('lucia');
  changeComposer('lucia', { draft: { ...newDraft(), text: 'Gol' } });
  const publishing = publish(sampleProfile('lucia'), 'siguiendo');
  signIn('bruno');
  await publishing;
  expect(calls).toEqual([]);
  expect(readComposer('lucia').draft.text).toBe('Gol');
  expect(notices.read().questions).toEqual([]);
});

test('a post whose answer was lost is sent again, not joined with what was typed meanwhile', async () => {
  signIn('lucia');
  const calls = fakeServer({
    publishPost: ({ text }) => {
      if (calls.length > 1) return { post: samplePost('1', { text: text! }) };
      typeDraft('lucia', { text: 'Ya que estoy' });
      throw new Problem('unavailable');
    },
  });
  changeComposer('lucia', { draft: { ...newDraft(), text: 'Gol' } });
  await publish(sampleProfile('lucia'), 'siguiendo');
  expect(calls.map(({ input }) => input)).toEqual([{ text: 'Gol' }, { text: 'Gol' }]);
  expect(calls[1]!.idempotencyKey).toBe(calls[0]!.idempotencyKey);
  expect(readComposer('lucia')).toMatchObject({ draft: { text: 'Ya que estoy' }, outgoing: null });
  expect(notices.read().questions).toEqual([]);
});

test('a post that may have arrived is sent again as it was, also without its file on this device', async () => {
  signIn('lucia');
  const calls = fakeServer({ publishPost: ({ text }) => ({ post: samplePost('1', { text: text! }) }) });
  vi.stubGlobal('indexedDB', {
    open: () => {
      const request = { error: new DOMException('full', 'QuotaExceededError'), onerror: () => undefined };
      queueMicrotask(() => request.onerror());
      return request;
    },
  });
  const sent = { text: 'Gol', attachments: [{ key: 'users/lucia/posts/1.jpg' }] };
  const draft = { ...newDraft(), text: 'Gol', files: [{ id: 'a', alt: '' }], sent };
  changeComposer('lucia', { draft });
  await restoreFiles('lucia');
  expect(readComposer('lucia').draft.files).toEqual([]);
  await publish(sampleProfile('lucia'), 'siguiendo');
  expect(calls).toMatchObject([{ input: sent, idempotencyKey: draft.attemptKey }]);
});
