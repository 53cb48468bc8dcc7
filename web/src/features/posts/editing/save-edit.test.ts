import { afterEach, expect, test, vi } from 'vitest';

import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { filesIn } from '../../../../../contract/src/rules/looks/alt-text.ts';
import { fakeServer } from '../../../api/fake-server.ts';
import { clearPosts, findPost, putPosts } from '../../../api/post-cache.ts';
import { samplePost } from '../../../api/sample-post.ts';
import { startEdit } from './edit-rules.ts';
import { saveEdit } from './save-edit.ts';

const media = { url: '/media/x.jpg', type: 'image' as const, width: 1, height: 1, color: null };
const bare = samplePost('a', { media });
const postWithAlt = samplePost('a', { media, attachments: [{ ...media, alt: 'El gol' }] });
const filesOf = (id: string) => filesIn(findPost(id) as PostView);

afterEach(() => {
  clearPosts();
  vi.unstubAllGlobals();
});

test('a picture without a description stays when the text is edited', async () => {
  putPosts([bare], 0);
  fakeServer({ editPost: ({ text }) => ({ post: { ...bare, text } }) });
  await saveEdit(bare, { ...startEdit(bare), text: 'Otro texto' });
  expect(findPost('a')?.text).toBe('Otro texto');
  expect(filesOf('a')).toEqual([media]);
});

test('a picture stays when its description, the only one, is removed', async () => {
  putPosts([postWithAlt], 0);
  fakeServer({ editPost: () => ({ post: bare }) });
  await saveEdit(postWithAlt, { ...startEdit(postWithAlt), alts: [''] });
  expect(filesOf('a')).toEqual([media]);
});
