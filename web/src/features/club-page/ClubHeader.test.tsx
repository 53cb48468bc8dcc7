// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { fakeClub } from '../clubs/fake-clubs.ts';
import { ClubHeader } from './ClubHeader.tsx';

const own = { club: null, show: true, changeableAt: null };
const boca = fakeClub('boca', 'Boca Juniors');

function show(answers: Parameters<typeof fakeServer>[0], club = boca) {
  const calls = fakeServer(answers);
  render(
    <QueryClientProvider client={queryClient}>
      <ClubHeader club={{ ...club, members: 3, isMine: false }} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Es mi cuadro' }));
  return { choices: () => calls.filter(({ name }) => name === 'setClub').map(({ input }) => input) };
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  for (const { id } of notices.read().toasts) notices.dismiss(id);
});

test('a club is changed only after the question, however late the current one is read', async () => {
  const { choices } = show({
    getProfile: () => ({ ownClub: { ...own, club: 'river' } }) as Output<'getProfile'>,
    setClub: ({ club = null }) => ({ ...own, club }),
  });
  const question = () => notices.read().questions[0];
  await waitFor(() => expect(question()?.message).toMatch(/^¿Cambiar a Boca Juniors\?/));
  expect(choices()).toEqual([]);
  question()?.answer('');
  await waitFor(() => expect(choices()).toEqual([{ club: 'boca' }]));
});

test('a user who hides their club is told that the new one stays hidden', async () => {
  const { choices } = show({
    getProfile: () => ({ ownClub: { ...own, show: false } }) as Output<'getProfile'>,
    setClub: () => ({ ...own, club: 'boca', show: false }),
  });
  await waitFor(() =>
    expect(notices.read().toasts).toMatchObject([
      { message: 'Tu cuadro es Boca Juniors. Sigue sin mostrarse.' },
    ]),
  );
  expect(choices()).toEqual([{ club: 'boca' }]);
});

test("an entry that is no club, such as 'Neutral', has no fans in the words of its choice", async () => {
  show(
    {
      getProfile: () => ({ ownClub: own }) as Output<'getProfile'>,
      setClub: () => ({ ...own, club: 'neutral' }),
    },
    { ...fakeClub('neutral', 'Neutral'), division: 'otro' },
  );
  await waitFor(() =>
    expect(notices.read().toasts).toMatchObject([{ message: 'Ahora se ve que elegiste «Neutral».' }]),
  );
});

test('nothing is changed when the current club cannot be read', async () => {
  const { choices } = show({
    getProfile: () => {
      throw new Problem('not-found');
    },
  });
  await waitFor(() =>
    expect(notices.read().toasts).toMatchObject([{ message: 'No se pudo completar. Intentá de nuevo.' }]),
  );
  expect(choices()).toEqual([]);
});
