import { expect, test } from 'vitest';

import { sampleConfig } from './sample-config.ts';
import { nextSession, type Session } from './session-state.ts';

const config = sampleConfig();
const user = (uid: string) => ({ uid }) as NonNullable<Session['user']>;
const loading: Session = { status: 'loading', user: null, isAdmin: false, config: null };
const nobody = { user: null, isAdmin: false, config };
const ana = nextSession(
  loading,
  { user: user('ana'), isAdmin: false, config },
  { byChoice: false, path: '/feed' },
);

test('a session that ends keeps its screen', () => {
  const lostSession = nextSession(ana, nobody, { byChoice: false, path: '/p/1' });
  expect(lostSession).toMatchObject({ status: 'lost', user: null, lostPath: '/p/1', lostUid: 'ana' });
  const again = nextSession(lostSession, nobody, { byChoice: false, path: '/feed' });
  expect(again).toMatchObject({ status: 'lost', lostPath: '/p/1' });
});

test('signing out by choice leaves nothing to keep', () => {
  const out = nextSession(ana, nobody, { byChoice: true, path: '/feed' });
  expect(out).toEqual({ ...nobody, status: 'signed-out', leftByChoice: true });
});

test('a visitor is signed out, and a lost session may come back', () => {
  expect(nextSession(loading, nobody, { byChoice: false, path: '/feed' }).status).toBe('signed-out');
  const lostSession = nextSession(ana, nobody, { byChoice: false, path: '/feed' });
  const back = nextSession(
    lostSession,
    { user: user('ana'), isAdmin: true, config },
    { byChoice: false, path: '/feed' },
  );
  expect(back).toEqual({ user: user('ana'), isAdmin: true, config, status: 'signed-in' });
});
