// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { defaultPreferences } from '../../../../../contract/src/calls/preferences.ts';
import type { PostView, Profile } from '../../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../../contract/src/problem.ts';
import { fakeServer } from '../../../api/fake-server.ts';
import { clearPosts, putPosts, usePost } from '../../../api/post-cache.ts';
import { queryClient } from '../../../api/query-client.ts';
import { samplePost } from '../../../api/sample-post.ts';
import { memoryStorage } from '../../../state/memory-storage.ts';
import { notices } from '../../../ui/overlays/notices.ts';
import { NoticesHost } from '../../../ui/overlays/NoticesHost.tsx';
import { session } from '../../session/session-store.ts';
import { PostParts } from '../parts/PostParts.tsx';
import { setOwnWarning } from './set-warning.ts';
import { openWarning } from './WarningDialog.tsx';

const spoiler = { kind: 'spoiler', label: 'Spoiler' } as const;
const quoted = { ...samplePost('q', { text: 'Citado', warning: spoiler }), quoted: null, repostedBy: null };
const poll = {
  options: { a: { text: 'Opción A', votes: 0 }, b: { text: 'Opción B', votes: 0 } },
  order: ['a' as const, 'b' as const],
  totalVotes: 0,
  closesAt: null,
};
const coveredPost = (id: string, fields: Partial<PostView> = {}) =>
  samplePost(id, {
    text: 'Gana el malo',
    link: 'https://ole.com.ar/final',
    media: { url: '/media/x.jpg', type: 'image', width: 60, height: 40, color: null },
    poll,
    warning: spoiler,
    ...fields,
  });

function PartsOf({ id }: { id: string }) {
  const post = usePost(id);
  return post ? <PostParts post={post} nameId="label" whole pending={false} /> : null;
}

function show(post: PostView) {
  putPosts([post], 0);
  return render(
    <QueryClientProvider client={queryClient}>
      <PartsOf id={post.id} />
    </QueryClientProvider>,
  );
}

let showCovered = false;
const settle = () => act(() => vi.advanceTimersByTimeAsync(50));
const signIn = (uid: string) =>
  session.write({ status: 'signed-in', user: { uid } as Profile, isAdmin: false, config: null });
const button = () => screen.getByRole('button', { name: /^(Mostrar|Ocultar)$/ });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', memoryStorage());
  signIn('facundo');
  fakeServer({ getPreferences: () => ({ preferences: { ...defaultPreferences, showCovered } }) });
});
afterEach(() => {
  cleanup();
  clearPosts();
  queryClient.clear();
  showCovered = false;
  for (const { answer } of notices.read().questions) answer(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the content of a covered post is in the document only while it is open', () => {
  const { container } = show(coveredPost('1'));
  const bare = container.innerHTML;
  for (const part of ['Gana', 'ole.com.ar', '/media/', 'Opción']) expect(bare).not.toContain(part);
  expect(document.getElementById('label')?.textContent).toBe('Spoiler');
  expect(button().getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button());
  for (const part of ['Gana', 'ole.com.ar', '/media/', 'Opción']) expect(container.innerHTML).toContain(part);
  expect(button().textContent).toBe('Ocultar');
  fireEvent.click(button());
  expect(container.innerHTML).toBe(bare);
});

test('an opened post stays open wherever it is shown again, until its warning changes', () => {
  const { unmount } = show(coveredPost('2'));
  fireEvent.click(button());
  unmount();
  show(coveredPost('2'));
  expect(button().textContent).toBe('Ocultar');
  act(() => void putPosts([coveredPost('2', { warning: { kind: 'otra', label: 'El resultado' } })], 1));
  expect(button().textContent).toBe('Mostrar');
});

test('own posts are open', () => {
  signIn('lucia');
  show(coveredPost('3'));
  expect(button().textContent).toBe('Ocultar');
});

test('a reader who prefers it sees all posts open, the next time from the first paint', async () => {
  showCovered = true;
  const { unmount } = show(coveredPost('4'));
  await vi.waitFor(async () => {
    await settle();
    expect(button().textContent).toBe('Ocultar');
  });
  unmount();
  queryClient.clear();
  show(coveredPost('5'));
  expect(button().textContent).toBe('Ocultar');
});

test('a covered post that is quoted shows its label', () => {
  const { container } = show(samplePost('6', { text: 'Miren', quoteOf: 'q', quoted }));
  expect(container.textContent).toContain('Spoiler');
  expect(container.textContent).not.toContain('Citado');
});

test('of two quick changes of a warning the second one shows all the time, and is sent after the first', async () => {
  signIn('lucia');
  show(coveredPost('8'));
  await settle();
  const answers = [1, 2].map(() => Promise.withResolvers<void>());
  const calls = fakeServer({
    setPostWarning: async ({ warning }) => {
      await answers[calls.length - 1]!.promise;
      return { post: samplePost('8', { warning: { kind: 'otra', label: warning!.label! } }) };
    },
  });
  const label = () => document.getElementById('label')?.textContent;
  await act(async () => {
    void setOwnWarning('8', { kind: 'otra', label: 'El resultado' });
    void setOwnWarning('8', { kind: 'otra', label: 'El final' });
  });
  expect(label()).toBe('El final');
  answers[0]!.resolve();
  await settle();
  expect(label()).toBe('El final');
  answers[1]!.resolve();
  await settle();
  expect(label()).toBe('El final');
  expect(calls.map(({ input }) => input)).toMatchObject([
    { warning: { label: 'El resultado' } },
    { warning: { label: 'El final' } },
  ]);
});

test('a warning shows at once, and is taken back when the server refuses', async () => {
  signIn('lucia');
  show(coveredPost('7'));
  fakeServer({
    setPostWarning: () => {
      throw new Problem('internal');
    },
  });
  let marking: Promise<boolean> | undefined;
  act(() => {
    marking = setOwnWarning('7', { kind: 'otra', label: 'El resultado' });
  });
  expect(document.getElementById('label')?.textContent).toBe('El resultado');
  await settle();
  await marking;
  expect(document.getElementById('label')?.textContent).toBe('Spoiler');
  expect(notices.read().questions.map(({ message }) => message)).toEqual([
    'No se pudo completar. Intentá de nuevo.',
  ]);
});

test('the dialog keeps the text of a warning that could not be saved, and closes once it is', async () => {
  signIn('lucia');
  putPosts([coveredPost('9')], 0);
  let isDown = true;
  const calls = fakeServer({
    setPostWarning: ({ warning }) => {
      if (isDown) throw new Problem('internal');
      return { post: samplePost('9', { warning: { kind: 'otra', label: warning!.label! } }) };
    },
  });
  render(<NoticesHost />);
  act(() => openWarning('9'));
  fireEvent.click(screen.getByRole('radio', { name: 'Otra…' }));
  const text = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Texto de la advertencia' });
  fireEvent.change(text(), { target: { value: 'El final' } });
  const save = screen.getByRole('button', { name: 'Guardar' });
  fireEvent.click(save);
  await settle();
  expect(text().value).toBe('El final');
  expect(screen.getByRole('alertdialog').textContent).toContain('No se pudo completar. Intentá de nuevo.');
  fireEvent.click(screen.getByRole('button', { name: 'Aceptar' }));
  await settle();

  isDown = false;
  fireEvent.click(save);
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls).toHaveLength(2);
});
