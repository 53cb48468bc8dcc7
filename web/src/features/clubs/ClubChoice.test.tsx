// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { ownClubKey } from '../../api/query-keys.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { ClubChoice } from './ClubChoice.tsx';
import { clubs } from './clubs-store.ts';
import { fakeClub, writeClubs } from './fake-clubs.ts';

const tooSoon = 'Podés cambiar de cuadro otra vez el 3 de diciembre.';
const retry = 'No se pudo completar. Intentá de nuevo.';

afterEach(() => {
  cleanup();
  queryClient.clear();
  clubs.write(null);
  for (const { id } of notices.read().toasts) notices.dismiss(id);
  vi.unstubAllGlobals();
});

test.each([
  [
    'a club that is chosen too soon says when it can be',
    () => {
      throw new Problem('failed-precondition', tooSoon, { reason: 'club-too-soon' });
    },
    tooSoon,
  ],
  [
    'a failure of the server says to try again',
    () => {
      throw new Problem('internal');
    },
    retry,
  ],
  [
    'a lost connection says to try again',
    () => {
      throw new TypeError('Failed to fetch');
    },
    retry,
  ],
])('%s', async (_name, setClub, text) => {
  fakeServer({ setClub });
  writeClubs([fakeClub('boca', 'Boca Juniors')]);
  queryClient.setQueryData(ownClubKey(), { club: null, show: true, changeableAt: null });
  render(
    <QueryClientProvider client={queryClient}>
      <ClubChoice onChosen={() => undefined} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Boca Juniors' }));
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a choice that fails after its reader went on says so over the next screen', async () => {
  const answer = Promise.withResolvers<never>();
  fakeServer({ setClub: () => answer.promise });
  writeClubs([fakeClub('boca', 'Boca Juniors')]);
  queryClient.setQueryData(ownClubKey(), { club: null, show: true, changeableAt: null });
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <ClubChoice onChosen={() => undefined} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Boca Juniors' }));
  unmount();
  answer.reject(new Problem('unavailable'));
  await vi.waitFor(() => expect(notices.read().toasts.map(({ message }) => message)).toEqual([retry]));
});
