// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../contract/src/problem.ts';
import { fakeServer } from '../api/fake-server.ts';
import { queryClient } from '../api/query-client.ts';
import { sampleProfile } from '../api/sample-profile.ts';
import { dropLinkToken } from '../features/password-reset/link-token.ts';
import { sampleConfig } from '../features/session/sample-config.ts';
import { session } from '../features/session/session-store.ts';
import { RecoverPage } from './RecoverPage.tsx';

const config = sampleConfig();
const usedText = 'El enlace ya se usó o venció. Pedí uno nuevo.';

afterEach(() => {
  cleanup();
  dropLinkToken();
  queryClient.clear();
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

/** Each save takes the next of `outcomes`. The owner of the link is signed in until the password is saved. */
function show(...outcomes: readonly Error[]): void {
  const rest = [...outcomes];
  fakeServer({
    resetPassword: () => {
      throw rest.shift() ?? new Problem('not-found', usedText);
    },
    getSession: () => ({
      user: null,
      isAdmin: false,
      email: null,
      findableByEmail: null,
      lastEventId: null,
      config,
    }),
  });
  session.write({ status: 'signed-in', user: sampleProfile('ana'), isAdmin: false, config });
  history.replaceState(null, '', '/recuperar?token=t');
  render(
    <QueryClientProvider client={queryClient}>
      <RecoverPage />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText('Contraseña nueva'), { target: { value: 'canalla' } });
}

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar contraseña' }));

test('a link that an attempt without an answer used up leads to the sign-in with the new password', async () => {
  show(new TypeError('The connection was cut'));
  save();
  await screen.findByText('No se pudo guardar la contraseña. Intentá de nuevo.');
  save();
  await screen.findByText(
    'Es probable que tu contraseña nueva ya esté guardada: probá ingresar con ella. Si no, pedí otro enlace.',
  );
  const wayIn = await screen.findByRole('link', { name: 'Volver a ingresar' });
  expect(wayIn.getAttribute('href')).toBe('/ingresar');
});

test('a link that was already used is dead, also after an attempt that was refused', async () => {
  show(new Problem('resource-exhausted'));
  save();
  await screen.findByText('Demasiados intentos. Esperá un momento.');
  save();
  expect(await screen.findByText(usedText)).toBeTruthy();
});
