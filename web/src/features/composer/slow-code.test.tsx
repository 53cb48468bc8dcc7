// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { samplePost } from '../../api/sample-post.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { modals } from '../../ui/overlays/modals.ts';
import { NoticesHost } from '../../ui/overlays/NoticesHost.tsx';
import { session } from '../session/session-store.ts';
import { changeComposer, readComposer } from './composer-store.ts';
import { Composer } from './Composer.tsx';
import * as extras from './ComposerExtras.tsx';
import { newDraft } from './draft.ts';
import { showWriteSheet } from './WriteSheet.tsx';

const code = vi.hoisted(() => ({ arrives: () => undefined, isHere: Promise.resolve() }));
vi.mock('./extras.ts', () => ({
  withExtras: (use: (code: typeof extras) => unknown) => void code.isHere.then(() => use(extras)),
  preloadExtras: () => undefined,
  useExtras: () => null,
  showConnectionLost: () => undefined,
}));

const box = () => screen.getByRole('textbox');
const write = (text: string) => fireEvent.change(box(), { target: { value: text } });
const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const draft = () => readComposer('lucia').draft;
const codeArrives = () =>
  act(async () => {
    code.arrives();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

let calls: ReturnType<typeof fakeServer>;
const published = () => calls.filter(({ name }) => name === 'publishPost').map(({ input }) => input);

beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(code, { isHere: promise, arrives: resolve });
  calls = fakeServer({ publishPost: () => ({ post: samplePost('p') }) });
  session.write({ status: 'signed-in', user: sampleProfile('lucia'), isAdmin: false, config: null });
});

afterEach(() => {
  act(() => modals.write([]));
  cleanup();
  changeComposer('lucia', { draft: newDraft(), outgoing: null });
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  queryClient.clear();
  vi.unstubAllGlobals();
});

function show(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <Composer publish={(author, { publish }) => publish(author, 'siguiendo')} />
    </QueryClientProvider>,
  );
}

function showSheet(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <NoticesHost />
    </QueryClientProvider>,
  );
  act(showWriteSheet);
}

test('a post goes out once its code arrives, even when two taps asked for it', async () => {
  show();
  write('Gol');
  tap('Publicar');
  tap('Publicar');
  await codeArrives();
  expect(published()).toEqual([{ text: 'Gol' }]);
});

test('a text that goes on after the tap stays: half a sentence is not published', async () => {
  show();
  write('Gol');
  tap('Publicar');
  write('Gol? No, lo anularon por');
  await codeArrives();
  expect(published()).toEqual([]);
  expect(draft().text).toBe('Gol? No, lo anularon por');

  tap('Publicar');
  await codeArrives();
  expect(published()).toEqual([{ text: 'Gol? No, lo anularon por' }]);
});

test('closing the write sheet takes the tap back', async () => {
  showSheet();
  write('Gol');
  tap('Publicar');
  tap('Cerrar');
  await codeArrives();
  expect(published()).toEqual([]);
  expect(draft().text).toBe('Gol');
});

test('leaving the feed does not take the tap back', async () => {
  show();
  write('Gol');
  tap('Publicar');
  cleanup();
  await codeArrives();
  expect(published()).toEqual([{ text: 'Gol' }]);
});

test('the open write sheet publishes, and closes', async () => {
  showSheet();
  write('Gol');
  tap('Publicar');
  await codeArrives();
  expect(published()).toEqual([{ text: 'Gol' }]);
  expect(modals.read()).toEqual([]);
});

test('a poll that was asked for twice is open', async () => {
  show();
  tap('Encuesta');
  tap('Encuesta');
  await codeArrives();
  expect(draft().poll?.options).toEqual(['', '']);
  tap('Encuesta');
  await codeArrives();
  expect(draft().poll).toBeNull();
});
