// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { clearPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { samplePost } from '../../api/sample-post.ts';
import { HotPosts } from './HotPosts.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  clearPosts();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the list beside the column is read again by somebody who comes back a day later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let items = [samplePost('1', { text: 'De ayer' })];
  fakeServer({ getHotPosts: () => ({ items }) });
  render(
    <QueryClientProvider client={queryClient}>
      <HotPosts look="card" />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('De ayer')).toBeDefined();
  items = [samplePost('2', { text: 'De hoy' })];
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  expect(await screen.findByText('De hoy')).toBeDefined();
  expect(screen.queryByText('De ayer')).toBeNull();
});
