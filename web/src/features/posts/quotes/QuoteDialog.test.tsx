// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../../contract/src/problem.ts';
import { limits } from '../../../../../contract/src/rules/limits.ts';
import { fakeServer } from '../../../api/fake-server.ts';
import { clearPosts, putPosts } from '../../../api/post-cache.ts';
import { queryClient } from '../../../api/query-client.ts';
import { samplePost } from '../../../api/sample-post.ts';
import { sampleProfile } from '../../../api/sample-profile.ts';
import { ModalHost } from '../../../ui/overlays/ModalHost.tsx';
import { modals } from '../../../ui/overlays/modals.ts';
import { notices } from '../../../ui/overlays/notices.ts';
import { session } from '../../session/session-store.ts';
import { openQuote } from './QuoteDialog.tsx';

const signedOut = session.read();

async function quote(text: string): Promise<HTMLElement> {
  session.write({ ...signedOut, status: 'signed-in', user: sampleProfile('lucia') });
  putPosts([samplePost('a')], performance.now());
  render(
    <QueryClientProvider client={queryClient}>
      <ModalHost />
    </QueryClientProvider>,
  );
  act(() => openQuote('a'));
  const box = await screen.findByRole('textbox', { name: 'Sumá tu comentario' });
  box.focus();
  fireEvent.change(box, { target: { value: text } });
  return box;
}

afterEach(() => {
  cleanup();
  modals.write([]);
  queryClient.clear();
  session.write(signedOut);
  sessionStorage.clear();
  clearPosts();
  for (const { answer } of notices.read().questions) answer(null);
  vi.unstubAllGlobals();
});

test('a quote that fails after somebody else has signed in shows that person neither text nor failure', async () => {
  const { promise: answer, reject: fail } = Promise.withResolvers<Output<'publishPost'>>();
  const calls = fakeServer({ publishPost: () => answer });
  await quote('Tal cual');
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  act(() => session.write({ ...session.read(), user: sampleProfile('omar') }));
  await act(async () => fail(new Problem('unavailable')));
  await act(() => vi.waitFor(() => expect(calls).toHaveLength(1)));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(notices.read().questions).toEqual([]);
});

test('the count of characters describes the box, and is announced near the limit and at it', async () => {
  const announced = () => document.querySelector('dialog > [aria-live]')?.textContent;
  const near = limits.postTextWarning;
  const box = await quote('x'.repeat(near - 1));
  const described = () => document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent;
  const type = (length: number) => fireEvent.change(box, { target: { value: 'x'.repeat(length) } });
  expect(described()).toBeUndefined();
  type(near);
  expect(described()).toBe(`${near}/${limits.postText}`);
  await vi.waitUntil(() => announced() === `Escribiste ${near} de ${limits.postText} caracteres.`);
  type(near + 1);
  type(limits.postText);
  await vi.waitUntil(() => announced() === `Escribiste ${limits.postText} de ${limits.postText} caracteres.`);
});

test('a quote without a text that had no answer is the same post when the person quotes again', async () => {
  const calls = fakeServer({
    publishPost: () => {
      throw new Problem('unavailable');
    },
  });
  await quote('');
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  await vi.waitUntil(() => notices.read().questions.length > 0);
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  act(() => openQuote('a'));
  fireEvent.click(await screen.findByRole('button', { name: 'Publicar' }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[0]!.idempotencyKey).toMatch(/./);
  expect(calls[1]!.idempotencyKey).toBe(calls[0]!.idempotencyKey);
});
