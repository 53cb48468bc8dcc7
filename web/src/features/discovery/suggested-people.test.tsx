// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { profileKey } from '../../api/query-keys.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { followAll } from '../profiles/follow-all.ts';
import { confirmProfile } from '../profiles/use-profile.ts';
import { session } from '../session/session-store.ts';
import { PeopleToFollow } from './PeopleToFollow.tsx';
import { SuggestedPeople } from './SuggestedPeople.tsx';

const suggestion = (uid: string) => ({
  profile: sampleProfile(uid, { displayName: uid, handle: uid }),
  reason: null,
});
let items: ReturnType<typeof suggestion>[];
const getSuggestedPeople = () => ({ items, followsOthers: false });

const show = (children: ReactNode) =>
  render(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>);

beforeEach(() => {
  items = [suggestion('ana'), suggestion('beto')];
  session.write({ status: 'signed-in', user: sampleProfile('yo'), isAdmin: false, config: null });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('somebody who is blocked meanwhile is neither suggested nor followed with the others', async () => {
  const calls = fakeServer({ getSuggestedPeople, followUsers: ({ uids }) => ({ following: uids }) });
  show(<PeopleToFollow />);
  await screen.findByText('@ana');
  await act(async () => confirmProfile('ana', (answer) => ({ ...answer, blocked: true })));
  expect(screen.queryByText('@ana')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Seguir a todos' }));
  await act(async () => notices.read().questions[0]?.answer(''));
  const followed = () => calls.find(({ name }) => name === 'followUsers')?.input;
  await waitFor(() => expect(followed()).toEqual({ uids: ['beto'] }));
});

test('people whom one person follows at once are not followed by the next, who signs in meanwhile', async () => {
  const answer = Promise.withResolvers<{ following: string[] }>();
  const calls = fakeServer({ getSuggestedPeople, followUsers: () => answer.promise });
  const done = followAll(['ana'], 'yo');
  notices.read().questions[0]?.answer('');
  await waitFor(() => expect(calls).toHaveLength(1));
  session.write({ ...session.read(), user: sampleProfile('otra') });
  queryClient.setQueryData(profileKey('ana'), { profile: sampleProfile('ana'), following: false });
  answer.resolve({ following: ['ana'] });
  await done;
  expect(queryClient.getQueryData(profileKey('ana'))).toMatchObject({ following: false });
});

test('the list beside the column is read again by somebody who comes back a day later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  fakeServer({ getSuggestedPeople });
  show(<SuggestedPeople count={3} look="card" />);
  await screen.findByText('@ana');
  items = [suggestion('carla')];
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  expect(await screen.findByText('@carla')).toBeDefined();
  expect(screen.queryByText('@ana')).toBeNull();
});
