// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { sampleConfig } from './sample-config.ts';
import { session } from './session-store.ts';
import { SignUpForm } from './SignUpForm.tsx';

const lucia = sampleProfile('lucia');
const onboarding = { follow: false };

afterEach(() => {
  cleanup();
  queryClient.clear();
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  localStorage.removeItem('tablon.member');
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

/** A server that creates the account without a word, and then finds its address taken. */
function show(savedPassword: string) {
  let isMade = false;
  const calls = fakeServer({
    signUp: () => {
      if (isMade) throw new Problem('auth/email-already-in-use');
      isMade = true;
      throw new TypeError('The connection was cut');
    },
    signIn: ({ password }) => {
      if (password !== savedPassword) throw new Problem('auth/wrong-password');
      return { user: lucia, deletionCancelled: false };
    },
    getSession: () => ({
      user: lucia,
      isAdmin: false,
      email: null,
      findableByEmail: null,
      onboarding,
      lastEventId: null,
      config: sampleConfig(),
    }),
  });
  history.replaceState(null, '', '/registrar');
  session.write({ status: 'signed-out', user: null, isAdmin: false, config: sampleConfig() });
  render(<SignUpForm acceptedTos onAccept={() => {}} />);
  type('Nombre visible', 'Lucía');
  type('Email', ' Lucia@Ejemplo.ar');
  type('Contraseña', 'canalla');
  return calls;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Registrarme' }));
const namesOf = (calls: readonly { name: string }[]) => calls.map(({ name }) => name);

test('a sign-up whose answer was lost enters its account at the next tap', async () => {
  show('canalla');
  send();
  await screen.findByText('No se pudo crear la cuenta. Intentá de nuevo.');
  send();
  await waitFor(() => expect(session.read()).toMatchObject({ status: 'signed-in', user: lucia, onboarding }));
  expect([location.pathname, history.state]).toMatchObject(['/editar', { isNew: true, from: null }]);
  expect(screen.queryByText('Ese email ya está registrado.')).toBeNull();
});

test('after a lost answer, the address of somebody else is taken all the same', async () => {
  const calls = show('otra contraseña');
  send();
  await screen.findByText('No se pudo crear la cuenta. Intentá de nuevo.');
  send();
  await screen.findByText('Ese email ya está registrado.');
  expect(namesOf(calls)).toEqual(['signUp', 'signUp', 'signIn']);
});

test('a taken address is not tried with a password that no lost attempt had', async () => {
  const calls = show('canalla');
  send();
  await screen.findByText('No se pudo crear la cuenta. Intentá de nuevo.');
  type('Contraseña', 'otra cosa');
  send();
  await screen.findByText('Ese email ya está registrado.');
  expect(namesOf(calls)).toEqual(['signUp', 'signUp']);
});
