// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';

import { clearPosts } from '../../../api/post-cache.ts';
import { queryClient } from '../../../api/query-client.ts';
import { postListKey } from '../../../api/query-keys.ts';
import { samplePost } from '../../../api/sample-post.ts';
import { sampleProfile } from '../../../api/sample-profile.ts';
import { session } from '../../session/session-store.ts';
import { showPending } from './show-pending.ts';

const lucia = sampleProfile('lucia');
const feedKey = postListKey('feed', 'siguiendo');

afterEach(() => {
  queryClient.clear();
  clearPosts();
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
});

test.each([
  ['their own feed', 'lucia', ['new', 'old']],
  ['no feed of somebody who signed in meanwhile', 'bruno', ['old']],
])('a post that its author published appears in %s', (_, viewer, ids) => {
  session.write({ status: 'signed-in', user: lucia, isAdmin: false, config: null });
  const end = showPending(lucia, 'siguiendo', { text: 'Gol' });
  session.write({ status: 'signed-in', user: sampleProfile(viewer), isAdmin: false, config: null });
  queryClient.setQueryData(feedKey, { pages: [{ ids: ['old'], cursor: null }], pageParams: [null] });
  end(samplePost('new'));
  expect(queryClient.getQueryData(feedKey)).toMatchObject({ pages: [{ ids }] });
});
