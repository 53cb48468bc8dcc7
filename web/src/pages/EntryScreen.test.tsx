// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Feature } from '../../../contract/src/features.ts';
import { queryClient } from '../api/query-client.ts';
import { session } from '../features/session/session-store.ts';
import { EntryScreen } from './EntryScreen.tsx';

afterEach(() => {
  history.replaceState(null, '', '/');
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function requestsOf(features: Feature[]): number {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json([]));
  vi.stubGlobal('fetch', fetch);
  const config = { features } as NonNullable<ReturnType<typeof session.read>['config']>;
  session.write({ ...session.read(), config });
  render(
    <QueryClientProvider client={queryClient}>
      <EntryScreen title="Ingresar" links={null}>
        {null}
      </EntryScreen>
    </QueryClientProvider>,
  );
  return fetch.mock.calls.length;
}

test('the entry screens request the latest posts where anybody may read them', () => {
  expect(requestsOf(['publico'])).toBe(1);
});

test('the entry screens request nothing where nobody may read without an account', () => {
  expect(requestsOf([])).toBe(0);
});

test('from a post, the sign-in says what it is for, and the sign-up does not', () => {
  const line = 'Ingresá para ver esta publicación.';
  history.replaceState({ from: '/p/1' }, '', '/ingresar');
  requestsOf([]);
  expect(screen.queryByText(line)).not.toBeNull();
  cleanup();
  history.replaceState({ from: '/p/1' }, '', '/registrar');
  requestsOf([]);
  expect(screen.queryByText(line)).toBeNull();
});
