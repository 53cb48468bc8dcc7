// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Onboarding } from '../../../../contract/src/calls/onboarding.ts';
import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { session } from '../session/session-store.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { finishStep } from './onboarding-state.ts';

const config = { features: ['publico', 'cuadros'] } as NonNullable<ReturnType<typeof session.read>['config']>;
const nothingDone = { club: false, follow: false, reading: false };

function show(onboarding: Onboarding, answers: Parameters<typeof fakeServer>[0], features = config.features) {
  const user = { uid: 'u', displayName: 'Nina' } as Profile;
  session.write({ status: 'signed-in', user, isAdmin: false, onboarding, config: { ...config, features } });
  const calls = fakeServer({ getOnboarding: () => ({ onboarding }), ...answers });
  render(
    <QueryClientProvider client={queryClient}>
      <FirstSteps />
    </QueryClientProvider>,
  );
  return calls;
}

const steps = () => screen.getAllByRole('listitem').map((item) => item.textContent?.replace(/^\d/, '') ?? '');

afterEach(() => {
  cleanup();
  queryClient.clear();
  for (const { id } of notices.read().toasts) notices.dismiss(id);
  vi.unstubAllGlobals();
});

test('the card reads its steps again, says which are done, and goes when all are', async () => {
  let onboarding: Onboarding | null = { ...nothingDone, follow: true };
  show(nothingDone, { getOnboarding: () => ({ onboarding }) });
  expect(steps()).toEqual(['¿De qué cuadro sos?', 'Seguí a 5 hinchas', 'Quién puede leerte']);
  await waitFor(() => expect(steps()[1]).toBe('Seguí a 5 hinchas, listo'));
  onboarding = null;
  await queryClient.refetchQueries();
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

test('a part of the site that is off has no step', () => {
  show({ follow: false }, {}, []);
  expect(steps()).toEqual(['Seguí a 5 hinchas']);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/bienvenida?paso=hinchas');
});

test("'Ahora no' hides the card at once, and a failure brings it back", async () => {
  const refuse = () => {
    throw new Problem('unavailable');
  };
  const calls = show(nothingDone, { setOnboarding: refuse });
  fireEvent.click(screen.getByRole('button', { name: 'Ahora no' }));
  expect(screen.queryByRole('region')).toBeNull();
  await screen.findByRole('region', { name: 'Empezá por acá' });
  expect(calls).toContainEqual({ name: 'setOnboarding', input: { snooze: true }, idempotencyKey: null });
  expect(notices.read().toasts).toMatchObject([{ message: 'No se pudo completar. Intentá de nuevo.' }]);
});

test("'Ahora no' also hides the card when its steps are still being read", async () => {
  const { promise: slowly, resolve: arrive } = Promise.withResolvers<void>();
  const calls = show(nothingDone, {
    getOnboarding: async () => {
      await slowly;
      return { onboarding: nothingDone };
    },
    setOnboarding: () => ({ onboarding: null }),
  });
  const names = () => calls.map(({ name }) => name);
  await waitFor(() => expect(names()).toContain('getOnboarding'));
  fireEvent.click(screen.getByRole('button', { name: 'Ahora no' }));
  await waitFor(() => expect(names()).toContain('setOnboarding'));
  arrive();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('region')).toBeNull();
});

test('the answer to one person does not change the card of the next', async () => {
  const answer = Promise.withResolvers<{ onboarding: Onboarding | null }>();
  const calls = show(nothingDone, { setOnboarding: () => answer.promise });
  const done = finishStep('club');
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain('setOnboarding'));
  session.write({ ...session.read(), user: { uid: 'other' } as Profile, onboarding: undefined });
  answer.resolve({ onboarding: { ...nothingDone, club: true } });
  await done;
  expect(session.read().onboarding).toBeUndefined();
});
