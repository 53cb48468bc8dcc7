// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { DataSection } from './DataSection.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00.000Z') }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const account = {
  email: 'ana@example.com',
  hasPassword: true,
  google: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  deletionAt: null,
  canBeDeleted: true,
  recentSignIn: true,
};
const link = () => screen.queryByRole('link', { name: 'Descargar mis datos' });

test('the download is back at its time on a page that was left open', async () => {
  render(<DataSection account={{ ...account, nextDownloadAt: '2026-11-21T15:20:10.000Z' }} />);
  expect(link()).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync((3 * 3_600 + 20 * 60 + 9) * 1_000));
  expect(link()).toBeNull();
  expect(screen.getByText(/Podés volver a hacerlo desde el 21 de noviembre de 2026/)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(link()).not.toBeNull();
});
