// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { ignoreFailedRead, queryClient } from '../../api/query-client.ts';
import { signOut } from '../session/use-session.ts';
import { refreshNotifications } from './notifications-store.ts';
import { readUnread, setUnread } from './unread.ts';
import { streamNotifications, watchNotifications } from './watch-notifications.ts';

let end = new AbortController();

afterEach(() => {
  end.abort();
  end = new AbortController();
  streamNotifications(false);
  queryClient.clear();
  setUnread(0);
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
  watchNotifications(end.signal);
  await vi.advanceTimersByTimeAsync(0);
  await expect(signOut()).rejects.toThrow('El servicio no está disponible.');
  first.resolve({ items: [], cursor: null, unread: 0 });
  await vi.advanceTimersByTimeAsync(75_000);
  expect(calls.map(({ name }) => name)).toEqual(['getNotifications', 'signOut', 'getNotifications']);
  expect(warn).not.toHaveBeenCalled();
});

test('a lost answer does not end the polling', async () => {
  const { answers, warn } = watch(() => {
    throw new TypeError('cut');
  });
  await vi.advanceTimersByTimeAsync(30_000);
  answers.read = () => countOf(5);
  await vi.advanceTimersByTimeAsync(75_000);
  expect(readUnread()).toBe(5);
  expect(warn).not.toHaveBeenCalled();
});

test('a server in trouble causes one warning, and polling goes on', async () => {
  const { answers, warn } = watch(() => {
    throw new Problem('internal');
  });
  await vi.advanceTimersByTimeAsync(200_000);
  expect(warn).toHaveBeenCalledOnce();
  answers.read = () => countOf(5);
  await vi.advanceTimersByTimeAsync(75_000);
  expect(readUnread()).toBe(5);
});

test.for([
  ['failed-precondition', 1],
  ['unauthenticated', 0],
] as const)('a read that is refused as %s ends the polling with %i warnings', async ([code, warnings]) => {
  const { warn, reads } = watch(() => {
    throw new Problem(code);
  });
  await vi.advanceTimersByTimeAsync(300_000);
  expect([reads(), warn.mock.calls.length]).toEqual([1, warnings]);
});

test('a catch-up read that was lost is repeated although events arrive', async () => {
  const { answers, reads } = watch(() => countOf(1));
  await vi.advanceTimersByTimeAsync(10);
  streamNotifications(true);
  answers.read = () => {
    throw new TypeError('cut');
  };
  const catchUp = refreshNotifications().catch(ignoreFailedRead);
  await vi.advanceTimersByTimeAsync(10_000);
  await catchUp;
  answers.read = () => countOf(6);
  await vi.advanceTimersByTimeAsync(75_000);
  expect(readUnread()).toBe(6);
  const before = reads();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(reads()).toBe(before);
});

type Answer = () => Output<'getNotifications'>;

function watch(read: Answer) {
  vi.useFakeTimers();
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const answers = { read };
  const calls = fakeServer({ getNotifications: () => answers.read() });
  watchNotifications(end.signal);
  return { answers, warn, reads: () => calls.length };
}

function countOf(unread: number): Output<'getNotifications'> {
  return { items: [], cursor: null, unread };
}
