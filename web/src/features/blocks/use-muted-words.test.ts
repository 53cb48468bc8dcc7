// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { mentionsKey, notificationsKey } from '../../api/query-keys.ts';
import { useMutedWords } from './use-muted-words.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('after a change of the words, both tabs of the notifications are read again', async () => {
  fakeServer({ getMutedWords: () => ({ words: [] }), setMutedWords: ({ words }) => ({ words }) });
  const keys = [notificationsKey(), mentionsKey()];
  for (const key of keys) queryClient.setQueryData(key, { pages: [], pageParams: [] });
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient }, children);
  const { result } = renderHook(useMutedWords, { wrapper });
  await waitFor(() => expect(result.current.words).toEqual([]));
  await act(() => result.current.add('spoiler'));
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});
