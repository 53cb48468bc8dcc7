// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../../contract/src/problem.ts';
import { fakeServer } from '../../../api/fake-server.ts';
import { clearPosts, putPosts } from '../../../api/post-cache.ts';
import { samplePost } from '../../../api/sample-post.ts';
import { sampleProfile } from '../../../api/sample-profile.ts';
import { ModalHost } from '../../../ui/overlays/ModalHost.tsx';
import { modals } from '../../../ui/overlays/modals.ts';
import { session } from '../../session/session-store.ts';
import { openEditor } from './EditPostDialog.tsx';

configure({ asyncUtilTimeout: 15_000 });

const cachedPost = samplePost('a', { text: 'Con herror' });

/** The site has `text` by now; the page has not. */
function site(text: string) {
  const state = { post: { ...cachedPost, text }, isDown: false };
  const calls = fakeServer({
    getPost: () => {
      if (state.isDown) throw new Problem('unavailable');
      return { post: state.post };
    },
    editPost: ({ text, link }) => ({ post: (state.post = { ...state.post, text, link: link || null }) }),
  });
  const saved = () => calls.flatMap(({ name, input }) => (name === 'editPost' ? [input] : []));
  return { state, calls, saved };
}

function open(): void {
  session.write({ status: 'signed-in', user: sampleProfile('lucia'), isAdmin: false, config: null });
  putPosts([cachedPost], performance.now());
  render(<ModalHost />);
  openEditor('a');
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const type = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }));
const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

afterEach(() => {
  cleanup();
  modals.write([]);
  clearPosts();
  vi.unstubAllGlobals();
});

test('untouched fields follow what another device saved, and typed ones stay', async () => {
  const { saved } = site('Sin error');
  open();
  await type('Enlace', 'ole.com.ar/nota');
  const text = await field('Texto');
  await waitFor(() => expect(text.value).toBe('Sin error'));
  expect((await field('Enlace')).value).toBe('ole.com.ar/nota');
  save();
  await untilClosed();
  expect(saved()).toEqual([{ postId: 'a', text: 'Sin error', link: 'https://ole.com.ar/nota' }]);
});

test('an edit begun without a network does not undo what another device saved', async () => {
  const { state, calls, saved } = site('Sin error');
  state.isDown = true;
  open();
  await type('Enlace', 'ole.com.ar/nota');
  await waitFor(() => expect(calls).toHaveLength(1));
  state.isDown = false;
  save();
  await untilClosed();
  expect(saved()).toEqual([{ postId: 'a', text: 'Sin error', link: 'https://ole.com.ar/nota' }]);
});
