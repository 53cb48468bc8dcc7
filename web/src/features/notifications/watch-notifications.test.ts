// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { signOut } from '../session/use-session.ts';
import { watchNotifications } from './watch-notifications.ts';

afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a sign-out that fails during a poll does not end the polling', async () => {
  vi.useFakeTimers();
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const first = Promise.withResolvers<Output<'getNotifications'>>();
  const calls = fakeServer({
    getNotifications: () => first.promise,
    signOut: () => {
      throw new Problem('unavailable');
    },
  });
  const end = new AbortController();
  watchNotifications(end.signal);
  await vi.advanceTimersByTimeAsync(0);
  await expect(signOut()).rejects.toThrow('El servicio no está disponible.');
  first.resolve({ items: [], cursor: null, unread: 0 });
  await vi.advanceTimersByTimeAsync(75_000);
  expect(calls.map(({ name }) => name)).toEqual(['getNotifications', 'signOut', 'getNotifications']);
  expect(warn).not.toHaveBeenCalled();
  end.abort();
});
