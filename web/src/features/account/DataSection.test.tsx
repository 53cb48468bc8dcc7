// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { DataSection } from './DataSection.tsx';
import { useAccount } from './use-account.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00.000Z') }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function OwnData() {
  const { data } = useAccount();
  return data ? <DataSection account={data} /> : null;
}

async function show(nextDownloadAt: () => string | null) {
  const calls = fakeServer({
    getAccount: () => ({
      email: 'ana@example.com',
      hasPassword: true,
      google: false,
      createdAt: '2026-11-20T12:00:00.000Z',
      deletionAt: null,
      canBeDeleted: true,
      recentSignIn: true,
      nextDownloadAt: nextDownloadAt(),
    }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <OwnData />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  return () => calls.filter(({ name }) => name === 'getAccount').length;
}

const link = () => screen.queryByRole('link', { name: 'Descargar mis datos' });

test('the download is back at its time on a page that was left open', async () => {
  const next = '2026-11-21T15:20:10.000Z';
  await show(() => (Date.now() < Date.parse(next) ? next : null));
  expect(screen.getByText(/Podés volver a hacerlo desde el 21 de noviembre de 2026/)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync((3 * 3_600 + 20 * 60 + 8) * 1_000));
  expect(link()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(link()).not.toBeNull();
});

test('a device whose clock is ahead does not offer the download before the server does', async () => {
  const reads = await show(() => '2026-11-21T11:00:00.000Z');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(link()).toBeNull();
  expect(reads()).toBe(2);
});
