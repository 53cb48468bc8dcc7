// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { query } from '../../api/client.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { optimistic } from '../../api/optimistic.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionRefusals } from '../../api/refusals.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { sampleConfig } from './sample-config.ts';
import { beginSession, loadSession, session, updateUser, visits } from './session-store.ts';
import { signOut } from './use-session.ts';

const config = sampleConfig();
const nobody = { user: null, isAdmin: false, config };
const lucia = sampleProfile('lucia');
const bruno = sampleProfile('bruno');

function answerFor(user: Output<'getSession'>['user']): Output<'getSession'> {
  return { user, isAdmin: false, email: null, findableByEmail: null, config, lastEventId: null };
}

/** A read of the session that the server answers only when told to, with what it knew when asked. */
function lateReads(first: Output<'getSession'>, next: Output<'getSession'>) {
  const release = Promise.withResolvers<void>();
  let reads = 0;
  return {
    release: release.resolve,
    getSession: async () => {
      if (++reads > 1) return next;
      await release.promise;
      return first;
    },
  };
}

afterEach(() => {
  queryClient.clear();
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  vi.unstubAllGlobals();
});

test('a session that was read before a sign-out does not come back after it', async () => {
  session.write({ ...nobody, status: 'signed-in', user: lucia });
  const { release, getSession } = lateReads(answerFor(lucia), answerFor(null));
  fakeServer({ getSession, signOut: () => ({}) });
  const read = loadSession();
  await signOut();
  release();
  await read;
  expect(session.read()).toMatchObject({ status: 'signed-out', user: null });
});

test('a session that was read before a sign-in does not end it', async () => {
  session.write({ ...nobody, status: 'signed-out' });
  const { release, getSession } = lateReads(answerFor(null), answerFor(bruno));
  fakeServer({ getSession });
  const read = loadSession();
  await beginSession(bruno);
  release();
  await read;
  expect(session.read()).toMatchObject({ status: 'signed-in', user: { uid: 'bruno' } });
});

test('a profile that was saved before a sign-out does not sign its owner in again', async () => {
  session.write({ ...nobody, status: 'signed-in', user: lucia });
  fakeServer({ signOut: () => ({}) });
  await signOut();
  updateUser(sampleProfile('lucia', { bio: 'Canalla' }));
  expect(session.read()).toMatchObject({ status: 'signed-out', user: null });
});

test('of two reads of the session, the one that was asked last counts', async () => {
  session.write({ ...nobody, status: 'signed-out' });
  const { release, getSession } = lateReads(answerFor(null), answerFor(bruno));
  fakeServer({ getSession });
  const first = loadSession();
  await loadSession();
  release();
  await first;
  expect(session.read()).toMatchObject({ status: 'signed-in', user: { uid: 'bruno' } });
});

test('a refusal ends the session that its request was sent in, not a later one', async () => {
  session.write({ ...nobody, status: 'signed-in', user: lucia });
  const late = Promise.withResolvers<never>();
  fakeServer({ getSession: () => answerFor(lucia), getAccount: () => late.promise });
  const before = sessionRefusals.read();
  const request = query('getAccount', {});
  session.write({ ...nobody, status: 'lost', lostUid: 'lucia' });
  await beginSession(lucia);
  late.reject(new Problem('unauthenticated'));
  await expect(request).rejects.toThrow('iniciar sesión');
  expect(sessionRefusals.read()).toBe(before);

  await expect(query('getAccount', {})).rejects.toThrow('iniciar sesión');
  expect(sessionRefusals.read()).toBe(before + 1);
});

test('an answer to somebody who signed out is not shown to the next person', async () => {
  session.write({ ...nobody, status: 'signed-in', user: lucia });
  fakeServer({ getSession: () => answerFor(bruno), signOut: () => ({}) });
  const answer = Promise.withResolvers<string>();
  const settled: string[] = [];
  const change = optimistic<boolean, string>({
    overlay: () => undefined,
    send: () => answer.promise,
    settle: (_id, text) => settled.push(text),
    onFailure: () => undefined,
  });
  const result = change('post', true);
  await signOut();
  await beginSession(bruno);
  answer.resolve('liked');
  expect(await result).toBe(false);
  expect(settled).toEqual([]);
});

test('a screen is a new one for whoever comes after a known person, not for the first who is known', async () => {
  const users = [lucia, lucia, bruno];
  fakeServer({ getSession: () => answerFor(users.shift() ?? null), signOut: () => ({}) });
  const first = visits();
  await loadSession();
  sessionRefusals.write(sessionRefusals.read() + 1);
  await loadSession();
  expect(visits()).toBe(first);
  await loadSession();
  expect(visits()).toBe(first + 1);
  await signOut();
  expect(visits()).toBe(first + 2);
});
