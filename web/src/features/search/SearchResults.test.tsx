// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { profileKey } from '../../api/query-keys.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { SearchResults } from './SearchResults.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const results = (q: string) => (
  <QueryClientProvider client={queryClient}>
    <SearchResults q={q} />
  </QueryClientProvider>
);
/** The live region of index.html. */
function addAnnouncer(): HTMLElement {
  const announcer = Object.assign(document.createElement('p'), { id: 'announcer' });
  document.body.append(announcer);
  return announcer;
}

const show = () => render(results('an'));

test('people whom nobody may see fill a page, and the next one still has results', async () => {
  fakeServer({
    searchUsers: ({ cursor }) =>
      cursor === undefined
        ? { items: [], cursor: 'c' }
        : { items: [sampleProfile('ana', { handle: 'ana' })], cursor: null },
  });
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Cargar más' }));
  expect(await screen.findByText('@ana')).toBeDefined();
});

test('nothing is said of a query that is still being asked, although the one before had no results', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  fakeServer({
    searchUsers: async ({ q }) => {
      if (q === 'an') return { items: [], cursor: null };
      await held;
      return { items: [sampleProfile('ana', { handle: 'ana' })], cursor: null };
    },
  });
  const { rerender } = show();
  await screen.findByText('Sin resultados.');
  rerender(results('ana'));
  expect(screen.queryByText('Sin resultados.')).toBeNull();
  release();
  expect(await screen.findByText('@ana')).toBeDefined();
});

test('each query is announced, also one that was asked before and has as many results', async () => {
  fakeServer({
    searchUsers: ({ q }) => ({ items: [sampleProfile(q, { handle: q })], cursor: null }),
  });
  const announcer = addAnnouncer();
  const { rerender } = show();
  await screen.findByText('@an');
  rerender(results('ana'));
  await screen.findByText('@ana');
  await vi.waitFor(() => expect(announcer.textContent).toBe('1 resultado'));
  announcer.replaceChildren();
  rerender(results('an'));
  await vi.waitFor(() => expect(announcer.textContent).toBe('1 resultado'));
  announcer.remove();
});

test('the same people are not announced again when something of them has changed', async () => {
  let followersCount = 0;
  fakeServer({
    searchUsers: ({ q }) => ({ items: [sampleProfile(q, { handle: q, followersCount })], cursor: null }),
  });
  const announcer = addAnnouncer();
  show();
  await vi.waitFor(() => expect(announcer.textContent).toBe('1 resultado'));
  announcer.replaceChildren();
  followersCount = 1;
  await act(() => queryClient.invalidateQueries());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(announcer.textContent).toBe('');
  announcer.remove();
});

test('somebody who is blocked meanwhile leaves the results', async () => {
  const [ana, beto] = ['ana', 'beto'].map((uid) => sampleProfile(uid, { handle: uid }));
  fakeServer({ searchUsers: () => ({ items: [ana, beto] as never, cursor: null }) });
  show();
  await screen.findByText('@beto');
  await act(async () => void queryClient.setQueryData(profileKey('ana'), { profile: ana, blocked: true }));
  expect(screen.queryByText('@ana')).toBeNull();
  expect(screen.getByText('@beto')).toBeDefined();
});
