// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { clearPosts, findPost } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { samplePost } from '../../api/sample-post.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { usePendingPosts } from '../posts/lists/pending-posts.ts';
import { session } from '../session/session-store.ts';
import { changeComposer } from './composer-store.ts';
import { Composer } from './Composer.tsx';
import { newDraft } from './draft.ts';

// A busy machine takes its time.
configure({ asyncUtilTimeout: 15_000 });

const lucia: Profile = {
  uid: 'lucia',
  displayName: 'Lucía Gómez',
  handle: 'lu.canalla',
  bio: '',
  avatar: null,
  cover: null,
  premium: false,
  isPrivate: false,
  followersCount: 0,
  followingCount: 0,
  postsCount: 0,
  counts: { followers: 0, following: 0, posts: 0 },
  createdAt: '2026-11-21T12:00:00.000Z',
};

function Pending() {
  return usePendingPosts('siguiendo').map((id) => <p key={id}>Pendiente: {findPost(id)?.text}</p>);
}

function show({ signedIn = true } = {}): void {
  const lost = { status: 'lost', user: null, lostUid: 'lucia' } as const;
  session.write({
    isAdmin: false,
    config: null,
    ...(signedIn ? ({ status: 'signed-in', user: lucia } as const) : lost),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Composer publish={(author, extras) => extras.publish(author, 'siguiendo')} />
      <Pending />
    </QueryClientProvider>,
  );
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '¿Qué se dice en el tablón?' });
const publish = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Publicar' });
const write = (text: string) => fireEvent.change(box(), { target: { value: text } });

afterEach(() => {
  cleanup();
  changeComposer('lucia', { draft: newDraft(), attachments: [], outgoing: null });
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  queryClient.clear();
  clearPosts();
  for (const question of notices.read().questions) question.answer(null);
  vi.unstubAllGlobals();
});

test('a post without content cannot be published', () => {
  show();
  expect(publish().disabled).toBe(true);
  write('   ');
  expect(publish().disabled).toBe(true);
  write('Gol');
  expect(publish().disabled).toBe(false);
});

test('the counter comes near the limit', () => {
  show();
  write('a'.repeat(limits.postTextWarning - 1));
  expect(screen.queryByText(`/${limits.postText}`, { exact: false })).toBeNull();
  write('a'.repeat(limits.postTextWarning));
  expect(screen.getByText(`${limits.postTextWarning}/${limits.postText}`)).toBeTruthy();
});

test('a published post is pending at once, and the box is empty', async () => {
  const answer = Promise.withResolvers<{ post: ReturnType<typeof samplePost> }>();
  const calls = fakeServer({ publishPost: () => answer.promise });
  show();
  write('  Gol en el descuento.  ');
  fireEvent.click(publish());
  expect(await screen.findByText('Pendiente: Gol en el descuento.')).toBeTruthy();
  expect(box().value).toBe('');

  answer.resolve({ post: samplePost('p') });
  await waitFor(() => expect(screen.queryByText(/^Pendiente/)).toBeNull());
  expect(findPost('p')?.text).toBe('Gol en el descuento.');
  expect(calls.map(({ input }) => input)).toEqual([{ text: 'Gol en el descuento.' }]);
});

test('a post that fails comes back, and its retry has the same idempotency key', async () => {
  let isDown = true;
  const calls = fakeServer({
    publishPost: () => {
      if (isDown) throw new Problem('unavailable');
      return { post: samplePost('p') };
    },
  });
  show();
  write('Gol');
  fireEvent.click(publish());
  await waitFor(() => expect(notices.read().questions[0]?.message).toMatch(/^No se pudo publicar: /));
  expect(box().value).toBe('Gol');
  expect(screen.queryByText(/^Pendiente/)).toBeNull();

  isDown = false;
  fireEvent.click(publish());
  await waitFor(() => expect(findPost('p')).toBeDefined());
  expect(calls).toHaveLength(2);
  expect(calls[0]?.idempotencyKey).toMatch(/^[\da-f-]{36}$/);
  expect(calls[1]?.idempotencyKey).toBe(calls[0]?.idempotencyKey);
});

test('a draft survives the end of the session, and asks to sign in', () => {
  show();
  write('A medio escribir');
  cleanup();
  show({ signedIn: false });
  expect(box().value).toBe('A medio escribir');
  expect(publish().disabled).toBe(true);
  expect(screen.getByRole('alert').textContent).toContain('Tenés que iniciar sesión para publicar.');
});

test('a poll begins with two options and closes again', async () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Encuesta' }));
  expect(await screen.findByRole('textbox', { name: 'Opción 2' })).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Opción 1' }), { target: { value: 'Sí' } });
  expect(screen.getByText('Completá al menos dos opciones para que salga la encuesta.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Encuesta' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Opción 1' })).toBeNull());
});
