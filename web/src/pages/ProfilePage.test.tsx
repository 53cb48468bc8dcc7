// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';

import { Problem } from '../../../contract/src/problem.ts';
import { fakeServer } from '../api/fake-server.ts';
import { queryClient } from '../api/query-client.ts';
import { ProfilePage } from './ProfilePage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('an address that cannot be a person’s says that there is no such profile', async () => {
  fakeServer({
    getProfile: () => {
      throw new Problem('invalid-argument');
    },
  });
  const { hook } = memoryLocation({ path: `/perfil/${'x'.repeat(300)}` });
  render(
    <QueryClientProvider client={queryClient}>
      <Router hook={hook}>
        <Route path="/perfil/:uid" component={ProfilePage} />
      </Router>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('No se encontró el perfil.')).toBeTruthy();
});
