// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { staleAnswer } from '../../api/stale-answer.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { sampleConfig } from '../session/sample-config.ts';
import { loadSession, session } from '../session/session-store.ts';
import { PasswordSection } from './PasswordSection.tsx';

const ana = sampleProfile('ana');
const failure = 'No se pudo guardar la contraseña. Intentá de nuevo.';
const notice =
  'Se cerró tu sesión: es probable que la contraseña nueva ya esté guardada. Probá ingresar con ella.';

afterEach(() => {
  cleanup();
  for (const { answer } of notices.read().questions) answer(null);
  queryClient.clear();
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  staleAnswer.write(false);
  vi.unstubAllGlobals();
});

/** A server whose answer to the change is lost. */
function show(lose: () => Promise<never> = cut) {
  const state = { isOver: true, isReachable: true };
  fakeServer({
    changePassword: lose,
    getSession: () => {
      if (!state.isReachable) return cut();
      return {
        user: state.isOver ? null : ana,
        isAdmin: false,
        email: null,
        findableByEmail: null,
        lastEventId: null,
        config: sampleConfig(),
      };
    },
  });
  session.write({ status: 'signed-in', user: ana, isAdmin: false, config: sampleConfig() });
  render(
    <QueryClientProvider client={queryClient}>
      <PasswordSection
        account={{
          email: 'ana@example.com',
          hasPassword: true,
          google: false,
          createdAt: '2026-11-21T12:00:00.000Z',
          deletionAt: null,
          canBeDeleted: true,
          recentSignIn: true,
          nextDownloadAt: null,
        }}
      />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText('Contraseña actual'), { target: { value: 'la vieja' } });
  fireEvent.change(screen.getByLabelText('Contraseña nueva'), { target: { value: 'la nueva' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cambiar contraseña' }));
  return state;
}

async function cut(): Promise<never> {
  throw new TypeError('The connection was cut');
}

const messages = () => notices.read().questions.map(({ message }) => message);

test('a new password whose answer was lost is told of when the session is over', async () => {
  show();
  await waitFor(() => expect(messages()).toEqual([notice]));
  expect(session.read().status).toBe('lost');
});

test('the new password is told of although the end of the session took the form away', async () => {
  const answer = Promise.withResolvers<never>();
  show(() => answer.promise);
  await loadSession();
  cleanup();
  expect(messages()).toEqual([]);
  answer.reject(new TypeError('The connection was cut'));
  await waitFor(() => expect(messages()).toEqual([notice]));
});

test('without network, the new password is told of when it is back', async () => {
  const state = show();
  state.isReachable = false;
  await screen.findByText(failure);
  expect(messages()).toEqual([]);
  state.isReachable = true;
  await loadSession();
  expect(messages()).toEqual([notice]);
});

test('the session that the service worker has cached says nothing about the new password', async () => {
  const state = show();
  state.isOver = false;
  const online = fetch;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const answer = await online(...request);
    if (!state.isOver) answer.headers.set('tablon-from-cache', '1');
    return answer;
  });
  await screen.findByText(failure);
  await waitFor(() => expect(staleAnswer.read()).toBe(true));
  await loadSession();
  state.isOver = true;
  await loadSession();
  expect(messages()).toEqual([notice]);
});

test('a session that goes on after the lost answer is no sign of a new password, nor is its end later', async () => {
  const state = show();
  state.isOver = false;
  await screen.findByText(failure);
  await loadSession();
  state.isOver = true;
  await loadSession();
  expect(session.read().status).toBe('lost');
  expect(messages()).toEqual([]);
});
