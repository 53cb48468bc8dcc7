// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { SearchResults } from './SearchResults.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('people whom nobody may see fill a page, and the next one still has results', async () => {
  fakeServer({
    searchUsers: ({ cursor }) =>
      cursor === undefined
        ? { items: [], cursor: 'c' }
        : { items: [sampleProfile('ana', { handle: 'ana' })], cursor: null },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SearchResults q="an" />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Cargar más' }));
  expect(await screen.findByText('@ana')).toBeDefined();
});
