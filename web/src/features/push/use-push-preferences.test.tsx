// @vitest-environment happy-dom
import { setImmediate as nextTurn } from 'node:timers/promises';

import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PushPreferences } from '../../../../contract/src/calls/push.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { defaultPushPreferences } from '../../../../contract/src/rules/push-preferences.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { pushPreferencesKey } from '../../api/query-keys.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { session } from '../session/session-store.ts';
import { usePushPreferences } from './use-push-preferences.ts';

const signedOut = session.read();
const signIn = (uid: string) =>
  session.write({ ...signedOut, status: 'signed-in', user: sampleProfile(uid) });

beforeEach(() => signIn('mora'));
afterEach(() => {
  cleanup();
  queryClient.clear();
  session.write(signedOut);
  vi.unstubAllGlobals();
});

const visit = () =>
  renderHook(usePushPreferences, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });

test('what is chosen while the preferences are read again is not undone by that answer', async () => {
  const answer = Promise.withResolvers<PushPreferences>();
  const calls = fakeServer({ getPushPreferences: () => answer.promise, setPushPreferences: () => ({}) });
  // From an earlier visit of the screen.
  queryClient.setQueryData(pushPreferencesKey(), defaultPushPreferences, { updatedAt: 1 });
  const { result, unmount } = visit();
  await act(async () => {
    result.current.change({ like: false });
    answer.resolve(defaultPushPreferences);
    await nextTurn();
  });
  expect(result.current.preferences?.like).toBe(false);
  act(() => result.current.change({ follow: false }));
  unmount();
  await vi.waitFor(() =>
    expect(calls.at(-1)).toMatchObject({ name: 'setPushPreferences', input: { like: false, follow: false } }),
  );
});

test('a choice that could not be saved does not look saved on the next visit', async () => {
  fakeServer({
    getPushPreferences: () => defaultPushPreferences,
    setPushPreferences: () => {
      throw new Problem('unavailable');
    },
  });
  const first = visit();
  await vi.waitFor(() => expect(first.result.current.preferences?.like).toBe(true));
  act(() => first.result.current.change({ like: false }));
  await vi.waitFor(() => expect(first.result.current.saving).toBe('failed'));
  expect(first.result.current.preferences?.like).toBe(false);
  first.unmount();
  const second = visit();
  await vi.waitFor(() => expect(second.result.current.preferences?.like).toBe(true));
});

test('what another tab changed meanwhile stays, and a choice that failed goes out with the next one', async () => {
  const account = { preferences: defaultPushPreferences, isDown: true };
  fakeServer({
    getPushPreferences: () => account.preferences,
    setPushPreferences: (input) => {
      if (account.isDown) throw new Problem('unavailable');
      account.preferences = input;
      return {};
    },
  });
  const { result } = visit();
  await vi.waitFor(() => expect(result.current.preferences?.like).toBe(true));
  act(() => result.current.change({ like: false }));
  await vi.waitFor(() => expect(result.current.saving).toBe('failed'));
  Object.assign(account, { isDown: false, preferences: { ...defaultPushPreferences, mention: false } });
  act(() => result.current.change({ follow: false }));
  await vi.waitFor(() => expect(result.current.saving).toBe('saved'));
  const expected = { ...defaultPushPreferences, like: false, follow: false, mention: false };
  expect(account.preferences).toEqual(expected);
  expect(result.current.preferences).toEqual(expected);
});

test('a choice of one person is not saved for the next, who signs in before it is sent', async () => {
  const calls = fakeServer({
    getPushPreferences: () => defaultPushPreferences,
    setPushPreferences: () => ({}),
  });
  const { result, unmount } = visit();
  await vi.waitFor(() => expect(result.current.preferences?.like).toBe(true));
  act(() => result.current.change({ like: false }));
  signIn('nico');
  unmount();
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  await nextTurn();
  expect(calls.map(({ name }) => name)).toEqual(['getPushPreferences', 'getPushPreferences']);
});
