// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { session } from './session-store.ts';
import { useGoogleSignIn } from './use-google-sign-in.ts';

const answer = { user: sampleProfile('u1'), isAdmin: false } as Output<'getSession'>;

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/ingresar');
  session.write({ status: 'signed-out', user: null, isAdmin: false, config: null });
  fakeServer({ getSession: () => answer });
  vi.stubGlobal('open', () => ({ closed: true }));
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The provider has cut the tie to the popup, which looks closed. The server has just signed in. */
async function signInBehindClosedPopup(): Promise<void> {
  const { result } = renderHook(() => useGoogleSignIn({ isSignUp: false }));
  act(() => result.current.begin());
  await act(() => vi.advanceTimersByTimeAsync(1000));
}

test('a popup that looks closed before its message still leads a new account to its profile', async () => {
  await signInBehindClosedPopup();
  expect(session.read().user).toBeNull();
  new BroadcastChannel('tablon.google').postMessage('new');
  await vi.waitFor(() => expect(session.read().user?.uid).toBe('u1'));
  expect(location.pathname).toBe('/editar');
});

test('without a message the session counts after a while', async () => {
  await signInBehindClosedPopup();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(session.read().user?.uid).toBe('u1');
  expect(location.pathname).toBe('/ingresar');
});
