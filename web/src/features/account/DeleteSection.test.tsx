// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { NoticesHost } from '../../ui/overlays/NoticesHost.tsx';
import { DeleteSection } from './DeleteSection.tsx';
import { useAccount } from './use-account.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function Account() {
  const { data } = useAccount();
  return data ? <DeleteSection account={data} user={sampleProfile('ana', { handle: 'ana' })} /> : null;
}

test('a sign-in that is no longer recent leads to Google again', async () => {
  let recentSignIn = true;
  fakeServer({
    getAccount: () => ({
      email: 'ana@example.com',
      hasPassword: false,
      google: true,
      createdAt: '2026-11-21T12:00:00.000Z',
      deletionAt: null,
      canBeDeleted: true,
      recentSignIn,
      nextDownloadAt: null,
    }),
    deleteAccount: () => {
      recentSignIn = false;
      throw new Problem('failed-precondition');
    },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Account />
      <NoticesHost />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Eliminar mi cuenta' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByRole('button', { name: 'Continuar con Google' })).toBeTruthy();
});
