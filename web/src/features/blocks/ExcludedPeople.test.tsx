// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { ExcludedPeople } from './ExcludedPeople.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a page without anybody is not taken for an empty list while more may follow', async () => {
  fakeServer({
    getMutedUsers: ({ cursor }) =>
      cursor === undefined
        ? { items: [], cursor: 'más' }
        : { items: [sampleProfile('beto', { handle: 'beto' })], cursor: null },
    getBlockedUsers: () => ({ items: [], cursor: null }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <ExcludedPeople />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('No bloqueaste a nadie.')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Cargar más' }));
  expect(await screen.findByText('@beto')).toBeTruthy();
  expect(screen.queryByText('No silenciaste a nadie.')).toBeNull();
});
