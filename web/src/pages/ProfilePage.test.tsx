// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';

import { Problem } from '../../../contract/src/problem.ts';
import { fakeServer } from '../api/fake-server.ts';
import { queryClient } from '../api/query-client.ts';
import { profileKey } from '../api/query-keys.ts';
import { sampleProfile } from '../api/sample-profile.ts';
import { ProfilePage } from './ProfilePage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = (path: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Router hook={memoryLocation({ path }).hook}>
        <Route path="/perfil/:uid" component={ProfilePage} />
      </Router>
    </QueryClientProvider>,
  );

test('an address that cannot be a person’s says that there is no such profile', async () => {
  fakeServer({
    getProfile: () => {
      throw new Problem('invalid-argument');
    },
  });
  open(`/perfil/${'x'.repeat(300)}`);
  expect(await screen.findByText('No se encontró el perfil.')).toBeTruthy();
});

test('a profile that was suspended or deleted since the last visit is no longer shown', async () => {
  const profile = sampleProfile('ana', { displayName: 'Ana' });
  const strangers = { following: false, isSelf: false, blocked: false, muted: false, blockedBy: false };
  queryClient.setQueryData(profileKey('ana'), { profile, ...strangers }, { updatedAt: 1 });
  fakeServer({
    getProfile: () => {
      throw new Problem('not-found');
    },
    getProfilePosts: () => ({ items: [], cursor: null }),
  });
  open('/perfil/ana');
  expect(await screen.findByText('No se encontró el perfil.')).toBeTruthy();
  expect(screen.queryByText('Ana')).toBeNull();
});
