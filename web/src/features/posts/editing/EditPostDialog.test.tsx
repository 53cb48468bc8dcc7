// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { Problem, type ProblemCode } from '../../../../../contract/src/problem.ts';
import { limits } from '../../../../../contract/src/rules/limits.ts';
import { fakeServer } from '../../../api/fake-server.ts';
import { clearPosts, putPosts } from '../../../api/post-cache.ts';
import { sessionRefusals } from '../../../api/refusals.ts';
import { samplePost } from '../../../api/sample-post.ts';
import { sampleProfile } from '../../../api/sample-profile.ts';
import { ModalHost } from '../../../ui/overlays/ModalHost.tsx';
import { modals } from '../../../ui/overlays/modals.ts';
import { notices } from '../../../ui/overlays/notices.ts';
import { session } from '../../session/session-store.ts';
import { openEditor } from './EditPostDialog.tsx';

const cachedPost = samplePost('a', { text: 'Con herror' });

/** The site has `text` by now; the page has not. */
function site(text: string) {
  const state: { post: PostView; refusal: ProblemCode | null } = {
    post: { ...cachedPost, text },
    refusal: null,
  };
  const calls = fakeServer({
    getPost: () => {
      if (state.refusal) throw new Problem(state.refusal);
      return { post: state.post };
    },
    editPost: ({ text, link }) => ({ post: (state.post = { ...state.post, text, link: link || null }) }),
  });
  const saved = () => calls.flatMap(({ name, input }) => (name === 'editPost' ? [input] : []));
  return { state, calls, saved };
}

function open(post = cachedPost): void {
  session.write({ status: 'signed-in', user: sampleProfile('lucia'), isAdmin: false, config: null });
  putPosts([post], performance.now());
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
  sessionStorage.clear();
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
  state.refusal = 'unavailable';
  open();
  await type('Enlace', 'ole.com.ar/nota');
  await waitFor(() => expect(calls).toHaveLength(1));
  state.refusal = null;
  save();
  await untilClosed();
  expect(saved()).toEqual([{ postId: 'a', text: 'Sin error', link: 'https://ole.com.ar/nota' }]);
});

test('an edit survives the end of the session and a reload, and the dialog leads to the sign-in', async () => {
  const { saved } = site('Con herror');
  open();
  await type('Texto', 'Sin error');
  act(() => session.write({ status: 'lost', user: null, lostUid: 'lucia', isAdmin: false, config: null }));
  expect(screen.getByRole('alert').textContent).toBe('Tenés que iniciar sesión. Ingresar');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar cambios' }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('link', { name: 'Ingresar' }));
  await untilClosed();
  expect(location.pathname).toBe('/ingresar');

  cleanup();
  open();
  expect((await field('Texto')).value).toBe('Sin error');
  save();
  await untilClosed();
  expect(saved()).toEqual([{ postId: 'a', text: 'Sin error', link: '' }]);
  expect(sessionStorage).toHaveLength(0);
});

test('a link that is too long is refused as a whole, not saved as another address', async () => {
  site('Con herror');
  open();
  const link = await field('Enlace');
  const address = `https://ole.com.ar/${'a'.repeat(limits.linkLength)}`;
  await type('Enlace', address.slice(0, link.maxLength));
  expect(screen.getByText('Todavía no es un enlace válido.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar cambios' }).disabled).toBe(true);
  expect(link.value).toBe(address);
});

test('a save that is refused for a lost session says it once, in the dialog', async () => {
  const { state } = site('Con herror');
  open();
  await type('Texto', 'Sin error');
  state.refusal = 'unauthenticated';
  const stop = sessionRefusals.subscribe(() =>
    session.write({ ...session.read(), status: 'lost', user: null, lostUid: 'lucia' }),
  );
  save();
  expect(await screen.findByText('Tenés que iniciar sesión.', { exact: false })).toBeTruthy();
  stop();
  expect((await field('Texto')).value).toBe('Sin error');
  expect(notices.read().questions).toEqual([]);
});

test('what is being saved cannot be described meanwhile, and can after a refusal', async () => {
  const media = { url: '/media/x.jpg', type: 'image' as const, width: 1, height: 1, color: null };
  const { state } = site('Con herror');
  state.post = { ...state.post, media };
  open({ ...cachedPost, media });
  await type('Texto', 'Sin error');
  const describe = screen.getByRole<HTMLButtonElement>('button', { name: 'Describir imagen 1' });
  expect(describe.disabled).toBe(false);
  state.refusal = 'unavailable';
  save();
  expect(describe.disabled).toBe(true);
  await waitFor(() => expect(describe.disabled).toBe(false));
  notices.read().questions[0]!.answer('');
});

test('a discarded edit is not there again', async () => {
  site('Con herror');
  open();
  await type('Texto', 'Sin error');
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(notices.read().questions).toHaveLength(1));
  notices.read().questions[0]!.answer('');
  await untilClosed();
  expect(sessionStorage).toHaveLength(0);
});

test('an edit that fails after somebody else has signed in is put away for its author', async () => {
  const { state } = site('Con herror');
  open();
  await type('Texto', 'Sin error');
  state.refusal = 'unavailable';
  save();
  act(() => session.write({ ...session.read(), user: sampleProfile('omar') }));
  await untilClosed();
  expect(notices.read().questions).toEqual([]);
  cleanup();
  state.refusal = null;
  open();
  expect((await field('Texto')).value).toBe('Sin error');
});

test('the count of characters is announced near the limit and at it, where what is typed beyond is cut', async () => {
  const announced = () => document.querySelector('dialog > [aria-live]')?.textContent;
  const near = limits.postTextWarning;
  site('Con herror');
  open();
  await type('Texto', 'x'.repeat(near - 1));
  expect(announced()).toBe('');
  await type('Texto', 'x'.repeat(near));
  await vi.waitUntil(() => announced() === `Escribiste ${near} de ${limits.postText} caracteres.`);
  await type('Texto', 'x'.repeat(limits.postText + 1));
  await vi.waitUntil(() => announced() === `Escribiste ${limits.postText} de ${limits.postText} caracteres.`);
  expect((await field('Texto')).value).toHaveLength(limits.postText);
});
