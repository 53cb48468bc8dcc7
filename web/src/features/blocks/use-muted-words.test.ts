// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { mentionsKey, notificationsKey } from '../../api/query-keys.ts';
import { session } from '../session/session-store.ts';
import { useMutedWords } from './use-muted-words.ts';

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children);

const signedOut = session.read();
const signIn = (uid: string) =>
  session.write({ ...signedOut, status: 'signed-in', user: { uid } as Profile });

async function openWith(words: string[]) {
  signIn('mora');
  const account = { words };
  const calls = fakeServer({
    getMutedWords: () => ({ words: account.words }),
    setMutedWords: ({ words }) => ({ words: (account.words = words) }),
  });
  const { result } = renderHook(useMutedWords, { wrapper });
  await waitFor(() => expect(result.current.words).toEqual(words));
  return { account, calls, screen: result };
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  session.write(signedOut);
  vi.unstubAllGlobals();
});

test('words that another tab muted meanwhile stay', async () => {
  const { account, screen } = await openWith(['penal']);
  account.words = ['penal', 'offside'];
  await act(() => screen.current.add('VAR'));
  expect(account.words).toEqual(['penal', 'offside', 'var']);
  expect(screen.current.words).toEqual(account.words);
  account.words = [...account.words, 'siga'];
  await act(() => screen.current.remove('penal'));
  expect(account.words).toEqual(['offside', 'var', 'siga']);
});

test('a word that another tab muted already is shown, and not sent again', async () => {
  const { account, calls, screen } = await openWith([]);
  account.words = ['penal'];
  await act(() => screen.current.add('penal'));
  expect(screen.current.problem).toBe('Ya está silenciada.');
  expect(screen.current.words).toEqual(['penal']);
  expect(calls.some(({ name }) => name === 'setMutedWords')).toBe(false);
});

test('after a change of the words, both tabs of the notifications are read again', async () => {
  const { screen } = await openWith([]);
  const keys = [notificationsKey(), mentionsKey()];
  for (const key of keys) queryClient.setQueryData(key, { pages: [], pageParams: [] });
  await act(() => screen.current.add('spoiler'));
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});

test('a word of one person is not muted for the next, who signs in while the list is read', async () => {
  const { account, screen } = await openWith(['penal']);
  await act(async () => {
    const added = screen.current.add('VAR');
    signIn('nico');
    await added;
  });
  expect(account.words).toEqual(['penal']);
});

test('a word that is taken off while another one is being taken off goes too', async () => {
  const { account, calls, screen } = await openWith(['penal', 'offside', 'var']);
  await act(() => Promise.all([screen.current.remove('penal'), screen.current.remove('var')]));
  expect(account.words).toEqual(['offside']);
  expect(screen.current).toMatchObject({ words: ['offside'], saving: false });
  expect(calls.filter(({ name }) => name === 'setMutedWords')).toHaveLength(2);
});

test('a word that was saved without an answer is muted by the next try, which reads the lists again', async () => {
  const { account, screen } = await openWith(['penal']);
  let isLost = true;
  fakeServer({
    getMutedWords: () => ({ words: account.words }),
    setMutedWords: ({ words }) => {
      account.words = words;
      if (isLost) throw new Problem('unavailable');
      return { words };
    },
  });
  expect(await act(() => screen.current.add('VAR'))).toBe(false);
  isLost = false;
  queryClient.setQueryData(notificationsKey(), { pages: [], pageParams: [] });
  expect(await act(() => screen.current.add('VAR'))).toBe(true);
  expect(screen.current).toMatchObject({ words: ['penal', 'var'], problem: null });
  expect(queryClient.getQueryState(notificationsKey())?.isInvalidated).toBe(true);
});
