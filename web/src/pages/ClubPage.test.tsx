// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';

import { Problem } from '../../../contract/src/problem.ts';
import { fakeServer } from '../api/fake-server.ts';
import { queryClient } from '../api/query-client.ts';
import { fakeClub } from '../features/clubs/fake-clubs.ts';
import { sampleConfig } from '../features/session/sample-config.ts';
import { session } from '../features/session/session-store.ts';
import { changeDocumentTitle } from '../ui/browser/document-title.ts';
import { ClubPage } from './ClubPage.tsx';

const signedOut = session.read();
afterEach(() => {
  cleanup();
  queryClient.clear();
  session.write(signedOut);
  changeDocumentTitle({ title: '' });
  vi.unstubAllGlobals();
});

test('an address of a club in capitals shows the club', async () => {
  session.write({ ...signedOut, config: sampleConfig({ features: ['cuadros'] }) });
  fakeServer({
    getClub: ({ slug }) => {
      if (slug !== 'boca') throw new Problem('not-found');
      return { club: { ...fakeClub('boca', 'Boca Juniors'), members: 3, isMine: true } };
    },
    getClubPosts: () => ({ items: [], cursor: null }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Router hook={memoryLocation({ path: '/club/BOCA' }).hook}>
        <Route path="/club/:slug" component={ClubPage} />
      </Router>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'Boca Juniors' })).toBeTruthy();
});
