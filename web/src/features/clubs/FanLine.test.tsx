// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { FanLine } from './FanLine.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the clubs are read for a profile that shows one, and for no other', async () => {
  vi.useFakeTimers();
  const calls = fakeServer({});
  const line = (club?: string) => (
    <QueryClientProvider client={queryClient}>
      <FanLine club={club} />
    </QueryClientProvider>
  );
  const { rerender } = render(line());
  await vi.advanceTimersByTimeAsync(2_000);
  expect(calls).toEqual([]);
  rerender(line('boca'));
  expect(screen.getByRole('link').getAttribute('href')).toBe('/club/boca');
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(calls.map(({ name }) => name)).toContain('getClubs'));
});
