// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { clearPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { session } from '../session/session-store.ts';
import { changeComposer, readComposer } from './composer-store.ts';
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
