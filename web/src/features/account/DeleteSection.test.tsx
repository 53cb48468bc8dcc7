// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { NoticesHost } from '../../ui/overlays/NoticesHost.tsx';
import { pushOffKey } from '../session/push-off.ts';
import { sampleConfig } from '../session/sample-config.ts';
import { session } from '../session/session-store.ts';
import { DeleteSection } from './DeleteSection.tsx';
import { useAccount } from './use-account.ts';

afterEach(() => {
  cleanup();
  for (const { answer } of notices.read().questions) answer(null);
  queryClient.clear();
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  localStorage.clear();
  vi.unstubAllGlobals();
});

const account = {
  email: 'ana@example.com',
  hasPassword: false,
  google: true,
  createdAt: '2026-11-21T12:00:00.000Z',
  deletionAt: null,
  canBeDeleted: true,
  recentSignIn: true,
  nextDownloadAt: null,
};

function Account() {
  const { data } = useAccount();
  return data ? <DeleteSection account={data} user={sampleProfile('ana', { handle: 'ana' })} /> : null;
}

async function askForDeletion(): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <Account />
      <NoticesHost />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Eliminar mi cuenta' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Eliminar' }));
}

test('a sign-in that is no longer recent leads to Google again', async () => {
  let recentSignIn = true;
  fakeServer({
    getAccount: () => ({ ...account, recentSignIn }),
    deleteAccount: () => {
      recentSignIn = false;
      throw new Problem('failed-precondition');
    },
  });
  await askForDeletion();
  expect(await screen.findByRole('button', { name: 'Continuar con Google' })).toBeTruthy();
});

test('a deletion, which clears the storage, keeps that push is off on this device', async () => {
  fakeServer({
    getAccount: () => account,
    deleteAccount: () => {
      // Clear-Site-Data
      localStorage.clear();
      return { deletionAt: '2026-12-21T12:00:00.000Z' };
    },
  });
  localStorage.setItem(pushOffKey, '1');
  await askForDeletion();
  await screen.findByText(/^Tu cuenta se elimina el/);
  expect(localStorage.getItem(pushOffKey)).toBe('1');
});

test('a deletion whose answer was lost ends the session and is told of', async () => {
  let isOver = false;
  fakeServer({
    getAccount: () => {
      if (isOver) throw new Problem('unauthenticated');
      return account;
    },
    deleteAccount: () => {
      isOver = true;
      localStorage.clear();
      throw new TypeError('The connection was cut');
    },
    getSession: () => ({
      user: isOver ? null : sampleProfile('ana'),
      isAdmin: false,
      email: null,
      findableByEmail: null,
      lastEventId: null,
      config: sampleConfig(),
    }),
  });
  session.write({ status: 'signed-in', user: sampleProfile('ana'), isAdmin: false, config: sampleConfig() });
  localStorage.setItem(pushOffKey, '1');
  await askForDeletion();
  await screen.findByText(
    'Se cerró tu sesión: es probable que tu cuenta ya haya quedado para eliminar. Si ingresás en los próximos 30 días, la cuenta sigue.',
  );
  expect(session.read()).toMatchObject({ status: 'signed-out', leftByChoice: true });
  expect(localStorage.getItem(pushOffKey)).toBe('1');
});
