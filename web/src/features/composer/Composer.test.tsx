// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../contract/src/problem.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { clearPosts, findPost } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { samplePost } from '../../api/sample-post.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { usePendingPosts } from '../posts/lists/pending-posts.ts';
import { session } from '../session/session-store.ts';
import { attachFiles } from './attach.ts';
import { changeComposer, readComposer } from './composer-store.ts';
import { Composer } from './Composer.tsx';
import { loadDraft, newDraft } from './draft.ts';

const lucia = sampleProfile('lucia');

function Pending() {
  return usePendingPosts('siguiendo').map((id) => <p key={id}>Pendiente: {findPost(id)?.text}</p>);
}

function show({ signedIn = true } = {}): void {
  const lostSession = { status: 'lost', user: null, lostUid: 'lucia' } as const;
  session.write({
    isAdmin: false,
    config: null,
    ...(signedIn ? ({ status: 'signed-in', user: lucia } as const) : lostSession),
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

const video = (name: string) => new File(['gol'], name, { type: 'video/mp4' });
const draftFiles = () => readComposer('lucia').attachments.map(({ file }) => (file as File).name);
/** An upload whose connection breaks. */
class CutRequest extends EventTarget {
  upload = new EventTarget();
  open = () => undefined;
  setRequestHeader = () => undefined;
  send = () => ['error', 'loadend'].forEach((type) => this.dispatchEvent(new Event(type)));
}
/** Picks files, as the form does, in a browser that neither stores nor uploads them. */
function choose(...files: File[]): void {
  vi.stubGlobal('XMLHttpRequest', CutRequest);
  vi.stubGlobal('indexedDB', {
    open: () => {
      const request = { error: new DOMException('Storage is off'), onerror: () => undefined };
      queueMicrotask(() => request.onerror());
      return request;
    },
  });
  changeComposer('lucia', { preparing: readComposer('lucia').preparing + files.length });
  attachFiles('lucia', files);
}
const untilPrepared = () => waitFor(() => expect(readComposer('lucia').preparing).toBe(0));

afterEach(() => {
  cleanup();
  changeComposer('lucia', { draft: newDraft(), attachments: [], warningAsked: false, outgoing: null });
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

test('a returned draft that is too long can be shortened by hand, and loses nothing else', () => {
  const text = 'a'.repeat(limits.postText + 100);
  changeComposer('lucia', { draft: { ...newDraft(), text } });
  show();
  write(text.slice(0, -1));
  expect(box().value).toHaveLength(limits.postText + 99);
  write(`${text}b`);
  expect(box().value).toHaveLength(limits.postText + 99);
  expect(publish().disabled).toBe(true);
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
  const inputs = calls.flatMap(({ name, input }) => (name === 'publishPost' ? [input] : []));
  expect(inputs).toEqual([{ text: 'Gol en el descuento.' }]);
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

test('a post is not published without its link when that is invalid: the field says so', async () => {
  const calls = fakeServer({
    publishPost: () => ({ post: samplePost('p') }),
    linkPreview: () => ({ title: null, description: null, image: null, site: null }),
  });
  changeComposer('lucia', { draft: { ...newDraft(), text: 'Miren', link: 'ole com ar/nota' } });
  show();
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Enlace' });
  expect(link.getAttribute('aria-invalid')).toBeNull();
  for (const attempt of [1, 2]) {
    box().focus();
    expect(publish().disabled).toBe(false);
    fireEvent.click(publish());
    await waitFor(() => expect(document.activeElement, `attempt ${attempt}`).toBe(link));
    expect(link.getAttribute('aria-invalid')).toBe('true');
  }
  expect(box().value).toBe('Miren');
  expect(screen.getByText('Todavía no es un enlace válido.')).toBeTruthy();
  expect(calls).toEqual([]);

  fireEvent.change(link, { target: { value: 'ole.com.ar/nota' } });
  expect(link.getAttribute('aria-invalid')).toBeNull();
  fireEvent.click(publish());
  await waitFor(() => expect(findPost('p')).toBeDefined());
  const inputs = calls.flatMap(({ name, input }) => (name === 'publishPost' ? [input] : []));
  expect(inputs).toEqual([{ text: 'Miren', link: 'https://ole.com.ar/nota' }]);
});

test('a link that is too long is refused as a whole, not published as another address', async () => {
  const calls = fakeServer({ publishPost: () => ({ post: samplePost('p') }) });
  changeComposer('lucia', { draft: { ...newDraft(), text: 'Miren', link: 'o' } });
  show();
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Enlace' });
  const address = `https://ole.com.ar/${'a'.repeat(limits.linkLength)}`;
  fireEvent.change(link, { target: { value: address.slice(0, link.maxLength) } });
  expect(screen.getByText('Todavía no es un enlace válido.')).toBeTruthy();
  fireEvent.click(publish());
  await waitFor(() => expect(link.getAttribute('aria-invalid')).toBe('true'));
  expect(link.value).toBe(address);
  expect(loadDraft('lucia').link).toBe(address);
  expect(calls).toEqual([]);
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

test('the choice of a restored warning stays open, and its label comes back with it', async () => {
  changeComposer('lucia', { draft: { ...newDraft(), warning: { kind: 'otra', label: 'Final triste' } } });
  show();
  const label = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Texto de la advertencia' });
  await waitFor(() => expect(label()?.value).toBe('Final triste'));
  fireEvent.click(screen.getByRole('radio', { name: 'Spoiler' }));
  expect(label()).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Ninguna' }));
  expect(readComposer('lucia').draft.warning).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Otra…' }));
  expect(label()?.value).toBe('Final triste');
});

for (const outcome of ['succeeds', 'fails'] as const) {
  test(`a file added while a post goes out is not lost when the post ${outcome}`, async () => {
    const request = Promise.withResolvers<void>();
    fakeServer({
      publishPost: async () => {
        await request.promise;
        if (outcome === 'fails') throw new Problem('unavailable');
        return { post: samplePost('p') };
      },
    });
    show();
    write('Gol');
    fireEvent.click(publish());
    await screen.findByText('Pendiente: Gol');
    choose(video('gol.mp4'));
    expect(await screen.findByText('Preparando el archivo…')).toBeTruthy();
    request.resolve();
    await untilPrepared();
    expect(draftFiles()).toEqual(['gol.mp4']);
    expect(box().value).toBe(outcome === 'fails' ? 'Gol' : '');
  });
}

test('the question about replacing files comes once, however many are picked', async () => {
  fakeServer({});
  const image = {
    type: 'image',
    width: 1,
    height: 1,
    url: 'blob:1',
    file: new File([], 'tribuna.jpg'),
  } as const;
  changeComposer('lucia', {
    draft: { ...newDraft(), files: [{ id: '1', alt: '' }] },
    attachments: [{ ...image, id: '1', upload: { phase: 'sent', key: 'k', at: Date.now() } }],
  });
  choose(video('uno.mp4'), video('dos.mp4'));
  await waitFor(() => expect(notices.read().questions).toHaveLength(1));
  expect(notices.read().questions[0]!.message).toBe('¿Reemplazar las imágenes por el video?');
  notices.read().questions[0]!.answer(null);
  await untilPrepared();
  expect(draftFiles()).toEqual(['tribuna.jpg']);
});

test('a file whose preparation throws does not stop the files picked later', async () => {
  fakeServer({});
  vi.stubGlobal('createImageBitmap', () => {
    throw new TypeError('An error in the program');
  });
  choose(new File(['x'], 'foto.jpg', { type: 'image/jpeg' }), video('gol.mp4'));
  await untilPrepared();
  expect(draftFiles()).toEqual(['gol.mp4']);
});

test('when another tab has sent its draft, this one’s is stored', () => {
  show();
  write('Sigo escribiendo');
  const key = 'tablon.draft.lucia';
  const oldValue = JSON.stringify({ ...newDraft(), text: 'De la otra pestaña' });
  // The other tab published the draft with which it had replaced this one.
  localStorage.removeItem(key);
  dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: null }));
  expect(loadDraft('lucia').text).toBe('Sigo escribiendo');
});
