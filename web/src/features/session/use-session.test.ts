// @vitest-environment happy-dom
import { setImmediate as nextTurn } from 'node:timers/promises';

import { QueryObserver } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { query } from '../../api/client.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionRefusals } from '../../api/refusals.ts';
import { sampleConfig } from './sample-config.ts';
import { session } from './session-store.ts';
import { signOut, useFeature } from './use-session.ts';

const config = sampleConfig({ features: ['temas'] });
const isOn = (feature: Parameters<typeof useFeature>[0]) =>
  renderHook(() => useFeature(feature)).result.current;

test('a part is on when the site says so, and off until then', () => {
  expect(isOn('temas')).toBe(false);
  session.write({ status: 'signed-out', user: null, isAdmin: false, config });
  expect([isOn('temas'), isOn('cuadros')]).toEqual([true, false]);
});

describe('signing out while the screen reads', () => {
  afterEach(() => {
    queryClient.clear();
    vi.unstubAllGlobals();
  });

  const show = (name: 'getHotPosts' | 'getMutedWords') =>
    new QueryObserver(queryClient, {
      queryKey: [name],
      queryFn: ({ signal }) => query(name, {}, { signal }),
    }).subscribe(() => undefined);
  const namesOf = (calls: { name: string }[]) => calls.map(({ name }) => name);

  test('cancels what is under way, and sends nothing that starts meanwhile', async () => {
    const words = Promise.withResolvers<Output<'getMutedWords'>>();
    const calls = fakeServer({
      getMutedWords: () => words.promise,
      signOut: async () => {
        show('getHotPosts');
        words.reject(new Problem('unauthenticated'));
        await nextTurn();
        return {};
      },
    });
    const refusals = sessionRefusals.read();
    show('getMutedWords');
    await nextTurn();
    await signOut();
    await nextTurn();
    expect(namesOf(calls)).toEqual(['getMutedWords', 'signOut']);
    expect(sessionRefusals.read()).toBe(refusals);
    expect(session.read().status).toBe('signed-out');
  });

  test('if it fails, everything is read after all', async () => {
    const words = Promise.withResolvers<Output<'getMutedWords'>>();
    const calls = fakeServer({
      getMutedWords: () => words.promise,
      getHotPosts: () => ({ items: [] }),
      signOut: () => {
        show('getHotPosts');
        words.resolve({ words: [] });
        throw new Problem('unavailable');
      },
    });
    show('getMutedWords');
    await nextTurn();
    await expect(signOut()).rejects.toThrow('El servicio no está disponible.');
    await nextTurn();
    expect(namesOf(calls)).toEqual(['getMutedWords', 'signOut', 'getHotPosts', 'getMutedWords']);
    expect(queryClient.getQueryData(['getMutedWords'])).toEqual({ words: [] });
  });
});
