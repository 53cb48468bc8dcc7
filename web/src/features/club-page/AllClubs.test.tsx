// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { clubs } from '../clubs/clubs-store.ts';
import { fakeClub } from '../clubs/fake-clubs.ts';
import { AllClubs } from './AllClubs.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  clubs.write(null);
  vi.unstubAllGlobals();
});

test('a list of clubs that cannot be read offers to try again, and is shown then', async () => {
  clubs.write(null);
  let isDown = true;
  fakeServer({
    getClubs: () => {
      if (isDown) throw new Problem('unavailable');
      return { version: '1', items: [fakeClub('boca', 'Boca Juniors')], popular: [] };
    },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <AllClubs />
    </QueryClientProvider>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('No se pudo cargar.');
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('link', { name: /Boca Juniors/ })).toBeDefined();
});
