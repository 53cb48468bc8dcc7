// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { session } from '../session/session-store.ts';
import { CommentBox } from './CommentBox.tsx';
import { sampleComment } from './sample-comment.ts';

const signedOut = session.read();
afterEach(() => {
  cleanup();
  queryClient.clear();
  session.write(signedOut);
  sessionStorage.clear();
  for (const { id } of notices.read().toasts) notices.dismiss(id);
  vi.unstubAllGlobals();
});

/** The box of the post 'p', to be left and entered again while the server waits with its answer. */
function open(replyTarget?: { id: string; name: string }) {
  const answer = Promise.withResolvers<Output<'addComment'>>();
  const calls = fakeServer({ addComment: () => answer.promise });
  session.write({ ...signedOut, status: 'signed-in', user: { uid: 'mora' } as Profile });
  const enter = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <CommentBox postId="p" replyTarget={replyTarget} />
      </QueryClientProvider>,
    ).unmount;
  const finish = () => answer.resolve({ comment: sampleComment('a'), commentsCount: 1 });
  return { calls, enter, finish, fail: () => answer.reject(new Problem('unavailable')) };
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Comentar' });
const write = (text: string) => fireEvent.change(box(), { target: { value: text } });

test('a box that is entered again while its comment is being sent cannot send it twice, and empties itself', async () => {
  const { calls, enter, finish } = open();
  const leave = enter();
  write('Golazo');
  fireEvent.click(button());
  leave();
  enter();
  expect([box().value, button().disabled]).toEqual(['Golazo', true]);
  await act(async () => finish());
  await waitFor(() => expect(box().value).toBe(''));
  write('Otro');
  expect(button().disabled).toBe(false);
  expect(calls.filter(({ name }) => name === 'addComment')).toHaveLength(1);
});

test('text typed in a box that was entered again stays when the comment is published', async () => {
  const { enter, finish } = open();
  const leave = enter();
  write('Golazo');
  fireEvent.click(button());
  leave();
  enter();
  write('Golazo total');
  await act(async () => finish());
  await waitFor(() => expect(button().disabled).toBe(false));
  expect(box().value).toBe('Golazo total');
});

test('a box that was entered again says that its comment failed, and can send it again', async () => {
  const { enter, fail } = open();
  const leave = enter();
  write('Golazo');
  fireEvent.click(button());
  leave();
  enter();
  await act(async () => fail());
  expect((await screen.findByRole('alert')).textContent).toBe('No se pudo publicar el comentario.');
  expect([box().value, button().disabled]).toEqual(['Golazo', false]);
  expect(notices.read().toasts).toEqual([]);
});

test.each([
  ['a comment', undefined, 'Comentar', '/p/p'],
  ['a reply', { id: 'a', name: 'Raúl' }, 'Responder', '/p/p?comentario=a'],
])(
  'after %s fails whose box was left, a toast leads back to its text',
  async (_, replyTarget, name, href) => {
    const { enter, fail } = open(replyTarget);
    const leave = enter();
    write('Golazo');
    fireEvent.click(screen.getByRole('button', { name }));
    leave();
    fail();
    await waitFor(() =>
      expect(notices.read().toasts).toMatchObject([
        { message: 'No se pudo publicar el comentario.', action: { label: 'Ver', href } },
      ]),
    );
    enter();
    expect(box().value).toBe('Golazo');
  },
);

test('a comment that fails after somebody else has signed in tells that person nothing', async () => {
  const { enter, fail } = open();
  const leave = enter();
  write('Golazo');
  fireEvent.click(button());
  leave();
  session.write({ ...session.read(), user: { uid: 'nico' } as Profile });
  await act(async () => fail());
  enter();
  expect(box().value).toBe('');
  expect(notices.read().toasts).toEqual([]);
});
