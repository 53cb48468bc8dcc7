// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { session } from '../session/session-store.ts';
import { fakeClub, writeClubs } from './fake-clubs.ts';
import { useFeedClub } from './feed-club.ts';
import { FeedClubSelect } from './FeedClubSelect.tsx';

const items = [
  fakeClub('boca', 'Boca Juniors'),
  fakeClub('neutral', 'Neutral', { division: 'otro', place: '' }),
];

function Feed() {
  return (
    <>
      <FeedClubSelect />
      <output>{useFeedClub()}</output>
    </>
  );
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test("'Mi cuadro' is also a club that its fan does not show, and any club can be chosen", () => {
  const config = { features: ['cuadros'] } as NonNullable<ReturnType<typeof session.read>['config']>;
  const user = { uid: 'u', hiddenClub: 'boca' } as Profile;
  session.write({ status: 'signed-in', user, isAdmin: false, config });
  fakeServer({});
  writeClubs(items);
  render(
    <QueryClientProvider client={queryClient}>
      <Feed />
    </QueryClientProvider>,
  );
  const select = screen.getByRole('combobox', { name: 'Cuadro' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Todos',
    'Mi cuadro',
    'Boca Juniors',
    'Neutral',
  ]);
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Mi cuadro' }).disabled).toBe(false);
  fireEvent.change(select, { target: { value: 'mine' } });
  expect(screen.getByRole('status').textContent).toBe('boca');
  fireEvent.change(select, { target: { value: 'neutral' } });
  expect(screen.getByRole('status').textContent).toBe('neutral');
});
