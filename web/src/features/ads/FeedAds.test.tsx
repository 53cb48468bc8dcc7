// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Ad } from '../../../../contract/src/calls/ads.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Between } from '../posts/PostList.tsx';
import { FeedAds } from './FeedAds.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const ad: Ad = {
  id: 'ad',
  title: 'Camisetas',
  text: '',
  linkUrl: 'https://tienda.example/',
  site: 'tienda.example',
  imageUrl: null,
  videoUrl: null,
  width: null,
  height: null,
  color: null,
  startAt: '2026-01-01T00:00:00Z',
  endAt: null,
  status: 'active',
  capPerUserPerDay: 1,
  frequency: 2,
  createdAt: '2026-01-01T00:00:00Z',
};

async function placesIn(club: string | undefined, ids: string[]): Promise<string[]> {
  const onPlaced = vi.fn<(ads: Between) => void>();
  const pages = [{ ids, cursor: null }];
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <FeedAds tab="paraVos" club={club} pages={pages} onPlaced={onPlaced} />
    </QueryClientProvider>,
  );
  // Once from the cache, and once when the ads were read again.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await waitFor(() => expect(onPlaced).toHaveBeenCalled());
  unmount();
  return [...onPlaced.mock.lastCall![0].keys()];
}

test('the ads of ‘Para vos’ keep their places while one looks at a single club', async () => {
  fakeServer({ getAds: () => ({ items: [ad] }) });
  const before = ['a', 'b', 'c', 'd'];
  expect(await placesIn(undefined, before)).toEqual(['b']);
  expect(await placesIn('boca', ['m', 'n'])).toEqual(['n']);
  expect(await placesIn(undefined, ['new', ...before])).toEqual(['b']);
});
