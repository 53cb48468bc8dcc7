// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Comment, Profile } from '../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { clearPosts, putPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { samplePost } from '../../api/sample-post.ts';
import { session } from '../session/session-store.ts';
import { Comments } from './Comments.tsx';
import { sampleComment } from './sample-comment.ts';
import { readNewComments } from './watch-comments.ts';

const signedOut = session.read();
afterEach(() => {
  cleanup();
  queryClient.clear();
  clearPosts();
  session.write(signedOut);
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

function show(target: string | null = null): void {
  putPosts([samplePost('p')], performance.now());
  session.write({ ...signedOut, status: 'signed-in', user: { uid: 'mora' } as Profile });
  render(
    <QueryClientProvider client={queryClient}>
      <Comments postId="p" target={target} />
    </QueryClientProvider>,
  );
}

test('a text that was typed before the author limited the comments stays, to be copied or discarded', async () => {
  fakeServer({
    getComments: () => ({
      items: [sampleComment('a', { displayName: 'Raúl' })],
      cursor: null,
      commentsCount: 1,
    }),
    addComment: () => {
      throw new Problem('permission-denied', 'Quien publicó eligió quién puede comentar.', {
        reason: 'comments-limited',
      });
    },
  });
  show();
  const write = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  fireEvent.click(await screen.findByRole('button', { name: 'Responder a Raúl' }));
  write('Respondé a Raúl', 'Una respuesta pensada');
  write('Escribí un comentario', 'Un comentario largo');
  fireEvent.click(screen.getByRole('button', { name: 'Comentar' }));

  expect(await screen.findAllByText('Quien publicó eligió quién puede comentar.')).toHaveLength(1);
  const texts = () => screen.queryAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value);
  expect(texts()).toEqual(['Un comentario largo', 'Una respuesta pensada']);
  expect(screen.queryByRole('button', { name: /^(?:Comentar|Responder)$/ })).toBeNull();
  for (const left of [['Una respuesta pensada'], []]) {
    fireEvent.click(screen.getAllByRole('button', { name: 'Descartar' })[0]!);
    expect(texts()).toEqual(left);
  }
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('a link to a comment that is gone leads to the line that says so', async () => {
  fakeServer({
    getComments: () => ({ items: [sampleComment('b')], cursor: null, commentsCount: 1 }),
    getCommentThread: () => ({ found: false, root: null, replies: [] }),
  });
  show('a');
  const line = await screen.findByText(goneText);
  expect(document.activeElement).toBe(line);
});

test('comments that arrive while somebody writes above them do not take the focus', async () => {
  const thread = Promise.withResolvers<Output<'getCommentThread'>>();
  fakeServer({
    getComments: () => ({ items: [sampleComment('b')], cursor: null, commentsCount: 1 }),
    getCommentThread: () => thread.promise,
  });
  show('a');
  const box = screen.getByRole('textbox', { name: 'Escribí un comentario' });
  box.focus();
  thread.resolve({ found: false, root: null, replies: [] });
  await screen.findByText(goneText);
  expect(document.activeElement).toBe(box);
});

/** A reply to Raúl, which the server publishes with `publish`. */
async function sendReply() {
  const answer = Promise.withResolvers<Output<'addComment'>>();
  fakeServer({
    getComments: () => ({
      items: [sampleComment('a', { displayName: 'Raúl' })],
      cursor: null,
      commentsCount: 1,
    }),
    addComment: () => answer.promise,
  });
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Responder a Raúl' }));
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Respondé a Raúl' });
  fireEvent.change(box, { target: { value: 'Tal cual' } });
  fireEvent.submit(box);
  const publish = () => act(async () => answer.resolve({ comment: sampleComment('r'), commentsCount: 2 }));
  return { box, publish };
}

test.each([
  ['goes to its button from its box', 'Respondé a Raúl', 'Responder a Raúl'],
  ['stays where its author has gone on', 'Escribí un comentario', 'Escribí un comentario'],
])('when a reply is published, the focus %s', async (_, from, to) => {
  const { publish } = await sendReply();
  screen.getByRole('textbox', { name: from }).focus();
  await publish();
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Respondé a Raúl' })).toBeNull());
  expect(document.activeElement?.getAttribute('aria-label')).toBe(to);
});

test('a reply that is changed while it is being published stays open, with the new text', async () => {
  const { box, publish } = await sendReply();
  fireEvent.change(box, { target: { value: 'Tal cual, y algo más' } });
  await publish();
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Responder' }).disabled).toBe(false),
  );
  expect(box.isConnected && box.value).toBe('Tal cual, y algo más');
});

const goneText = 'Ese comentario ya no está.';

test.each([
  ['a comment', 'a', ''],
  ['a comment with replies', 'a', 'b'],
  ['a reply', 'b', 'a'],
])(
  'the text of a reply to %s that was deleted stays, to be copied or discarded',
  async (_, target, other) => {
    const root = sampleComment('a', { displayName: 'Raúl' });
    const reply = sampleComment('b', { displayName: 'Berta', rootId: 'a', replyTo: 'a' });
    const all = [root, reply].filter(({ id }) => id === target || id === other);
    let items: Comment[] = all;
    fakeServer({ getComments: () => ({ items, cursor: null, commentsCount: items.length }) });
    show();
    const name = target === 'a' ? 'Raúl' : 'Berta';
    fireEvent.click(await screen.findByRole('button', { name: `Responder a ${name}` }));
    const box = screen.getByRole('textbox', { name: `Respondé a ${name}` });
    fireEvent.change(box, { target: { value: 'Pensalo bien' } });

    // The server keeps the row of a deleted comment with replies.
    const place: Comment = { ...root, displayName: '', text: '', deleted: true };
    items = all.filter(({ id }) => id !== target);
    if (other === 'b') items.unshift(place);
    await act(() => readNewComments('p', null, new AbortController().signal));
    expect(screen.getByText(goneText)).toBeTruthy();
    expect(screen.getByRole('textbox', { name: `Respondé a ${name}` })).toBe(box);
    expect((box as HTMLTextAreaElement).value).toBe('Pensalo bien');
    expect(screen.queryByRole('button', { name: 'Responder' })).toBeNull();

    fireEvent.click(screen.getByRole('button', { name: 'Descartar' }));
    expect(screen.queryByText(goneText)).toBeNull();
    expect(screen.queryByRole('textbox', { name: `Respondé a ${name}` })).toBeNull();
    expect(Object.keys(sessionStorage)).toEqual([]);
  },
);
