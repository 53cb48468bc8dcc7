import { expect, test } from 'vitest';

import { guard } from './guard.ts';
import type { Session } from './session-state.ts';

const signedIn = { status: 'signed-in', user: { uid: 'ana' }, isAdmin: false, config: null } as Session;
const signedOut: Session = { status: 'signed-out', user: null, isAdmin: false, config: null };
const visit = { path: '/guardados', search: '?a=1', from: null };
const show = { kind: 'show' };

test('a signed-out visitor goes to the sign-in, which remembers where from', () => {
  expect(guard('member', signedOut, visit)).toEqual({
    kind: 'redirect',
    to: '/ingresar',
    from: '/guardados?a=1',
  });
  expect(guard('admin', signedOut, visit)).toMatchObject({ to: '/ingresar' });
  expect(guard('anyone', signedOut, visit)).toEqual(show);
  expect(guard('guest', signedOut, visit)).toEqual(show);
});

test('after a sign-out the sign-in does not return to the last screen', () => {
  expect(guard('member', { ...signedOut, leftByChoice: true }, visit)).toEqual({
    kind: 'redirect',
    to: '/ingresar',
  });
});

test('a signed-in user leaves the sign-in for where they came from, inside the site only', () => {
  const to = (from: string | null) => guard('guest', signedIn, { ...visit, from });
  expect(to('/p/1?b=2')).toEqual({ kind: 'redirect', to: '/p/1?b=2' });
  expect(to(null)).toEqual({ kind: 'redirect', to: '/feed' });
  expect(to('//malo.example')).toEqual({ kind: 'redirect', to: '/feed' });
});

test('only admins see the admin screens', () => {
  expect(guard('admin', signedIn, visit)).toEqual({ kind: 'redirect', to: '/feed' });
  expect(guard('admin', { ...signedIn, isAdmin: true }, visit)).toEqual(show);
});

test('a lost session keeps its screen and no other', () => {
  const lostSession: Session = { ...signedOut, status: 'lost', lostPath: '/guardados', lostUid: 'ana' };
  expect(guard('member', lostSession, visit)).toEqual(show);
  expect(guard('member', lostSession, { ...visit, path: '/feed' })).toMatchObject({ to: '/ingresar' });
});

test('a lost session keeps its screen also when the address is encoded', () => {
  const lostPath = '/tema/espa%C3%B1a';
  const lostSession: Session = { ...signedOut, status: 'lost', lostPath, lostUid: 'ana' };
  expect(guard('member', lostSession, { ...visit, path: '/tema/españa' })).toEqual(show);
  expect(guard('member', lostSession, { ...visit, path: '/tema/espana' })).toMatchObject({ to: '/ingresar' });
});

test('nothing is decided before the session is loaded, and input stays when the server is unreachable', () => {
  const loading: Session = { ...signedOut, status: 'loading' };
  const failed: Session = { ...signedOut, status: 'failed' };
  expect(guard('member', loading, visit)).toEqual({ kind: 'wait' });
  expect(guard('guest', loading, visit)).toEqual({ kind: 'wait' });
  expect(guard('member', failed, visit)).toEqual({ kind: 'failed' });
  expect(guard('guest', failed, visit)).toEqual(show);
});
