// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../contract/src/calls/all.ts';
import type { Profile } from '../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../contract/src/problem.ts';
import { fakeServer } from '../api/fake-server.ts';
import { queryClient } from '../api/query-client.ts';
import { fakeClub, writeClubs } from '../features/clubs/fake-clubs.ts';
import { session } from '../features/session/session-store.ts';
import { WelcomePage } from './WelcomePage.tsx';

const items = [fakeClub('boca', 'Boca'), fakeClub('river', 'River')];
const own = { club: null, show: true, changeableAt: null };
const config = { features: ['cuadros', 'publico'] } as NonNullable<ReturnType<typeof session.read>['config']>;

function show(answers: Parameters<typeof fakeServer>[0], address = '/bienvenida') {
  const calls = fakeServer({
    getProfile: () => ({ ownClub: own }) as Output<'getProfile'>,
    getSuggestedPeople: () => ({ items: [], followsOthers: false }),
    ...answers,
  });
  writeClubs(items);
  history.replaceState(null, '', address);
  render(
    <QueryClientProvider client={queryClient}>
      <WelcomePage />
    </QueryClientProvider>,
  );
  return calls;
}

const tile = (name: string) => screen.findByRole('button', { name });
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Cuadro' });

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
  const user = { uid: 'u', publicReading: true } as Profile;
  session.write({ status: 'signed-in', user, isAdmin: false, config });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

test('a club that is saved late does not pull back a user who went on', async () => {
  const save = Promise.withResolvers<void>();
  const calls = show({
    setClub: async ({ club = null }) => {
      await save.promise;
      return { ...own, club };
    },
  });
  fireEvent.click(await tile('Boca'));
  fireEvent.click(screen.getByRole('button', { name: 'Siguiente' }));
  fireEvent.click(screen.getByRole('button', { name: 'Siguiente' }));
  expect(location.search).toBe('?paso=lectura');
  save.resolve();
  await waitFor(() => expect(session.read().user?.club).toBe('boca'));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(location.search).toBe('?paso=lectura');
  expect(calls).toContainEqual(expect.objectContaining({ name: 'setClub', input: { club: 'boca' } }));
});

test('a club leads to the next step', async () => {
  show({ setClub: ({ club = null }) => ({ ...own, club }) });
  fireEvent.click(await tile('River'));
  await waitFor(() => expect(location.search).toBe('?paso=hinchas'));
});

test('no club can be chosen before the current one is read', async () => {
  let isDown = true;
  show({
    getProfile: () => {
      if (isDown) throw new Problem('not-found');
      return { ownClub: { ...own, club: 'boca' } } as Output<'getProfile'>;
    },
  });
  expect([box().disabled, box().value]).toEqual([true, '']);
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  expect(screen.queryByRole('list', { name: 'Cuadros' })).toBeNull();
  isDown = false;
  fireEvent.click(retry);
  expect((await tile('Boca')).getAttribute('aria-pressed')).toBe('true');
  expect([box().disabled, box().value]).toEqual([false, 'Boca']);
});

test('people are suggested by the user’s club, even while it is hidden', async () => {
  session.write({
    ...session.read(),
    status: 'signed-in',
    user: { uid: 'u', hiddenClub: 'boca' } as Profile,
  });
  const calls = show({}, '/bienvenida?paso=hinchas');
  await screen.findByText('Todavía no hay a quién sugerirte.');
  expect(calls).toContainEqual(
    expect.objectContaining({ name: 'getSuggestedPeople', input: { club: 'boca' } }),
  );
});
