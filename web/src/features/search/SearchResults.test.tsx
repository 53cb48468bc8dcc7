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

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <SearchResults q="an" />
    </QueryClientProvider>,
  );

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

test('somebody who is blocked meanwhile leaves the results', async () => {
  const [ana, beto] = ['ana', 'beto'].map((uid) => sampleProfile(uid, { handle: uid }));
  fakeServer({ searchUsers: () => ({ items: [ana, beto] as never, cursor: null }) });
  show();
  await screen.findByText('@beto');
  await act(async () => void queryClient.setQueryData(profileKey('ana'), { profile: ana, blocked: true }));
  expect(screen.queryByText('@ana')).toBeNull();
  expect(screen.getByText('@beto')).toBeDefined();
});
