// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { profileKey } from '../../api/query-keys.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { rememberScroll } from '../../ui/browser/scroll-memory.ts';
import { FollowButton } from './FollowButton.tsx';
import { PeopleList } from './PeopleList.tsx';
import { confirmProfile, useProfile } from './use-profile.ts';

const person = (uid: string) => sampleProfile(uid, { displayName: uid, handle: uid });

let followers: Profile[];
const answers = {
  getFollowers: () => ({ items: followers, following: [], muted: [], cursor: null }),
  getProfile: () => ({
    profile: person('yo'),
    following: false,
    isSelf: true,
    blocked: false,
    muted: false,
    blockedBy: false,
  }),
  followUser: () => ({ following: true, followersCount: 1 }),
};

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <FollowButton uid="ana" following={false} ownUid="yo" />
      <PeopleList kind="followers" uid="ana" label="Seguidores" empty="Todavía no tiene seguidores." />
    </QueryClientProvider>,
  );
const leave = () => cleanup();

beforeAll(rememberScroll);
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a new visit reads a list again; Back finds it as it was', async () => {
  followers = [];
  const calls = fakeServer(answers);
  history.pushState(null, '', '/perfil/ana');
  open();
  expect(await screen.findByText('Todavía no tiene seguidores.')).toBeTruthy();
  leave();
  followers = [person('beto')];
  dispatchEvent(new PopStateEvent('popstate'));
  open();
  expect(screen.getByText('Todavía no tiene seguidores.')).toBeTruthy();
  leave();
  expect(calls).toHaveLength(1);
  history.pushState(null, '', '/perfil/ana');
  open();
  expect(await screen.findByText('@beto')).toBeTruthy();
  leave();
  open();
  expect(screen.getByText('@beto')).toBeTruthy();
  expect(calls).toHaveLength(2);
});

test('following somebody shows in their followers that are open', async () => {
  followers = [];
  fakeServer(answers);
  open();
  expect(await screen.findByText('Todavía no tiene seguidores.')).toBeTruthy();
  followers = [person('yo')];
  fireEvent.click(screen.getByRole('button', { name: /^Seguir/ }));
  expect(await screen.findByText('@yo')).toBeTruthy();
});

test('following somebody shows in their followers that are being read', async () => {
  followers = [];
  const { promise: slowly, resolve: arrive } = Promise.withResolvers<void>();
  const calls = fakeServer({
    ...answers,
    getFollowers: async () => {
      const answer = answers.getFollowers();
      if (calls.filter(({ name }) => name === 'getFollowers').length === 1) await slowly;
      return answer;
    },
  });
  open();
  await waitFor(() => expect(calls).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: /^Seguir/ }));
  followers = [person('yo')];
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain('getProfile'));
  arrive();
  expect(await screen.findByText('@yo')).toBeTruthy();
});

test('a list that was requested before a follow does not take it back', async () => {
  followers = [person('beto')];
  const { promise: slowly, resolve: arrive } = Promise.withResolvers<void>();
  fakeServer({
    ...answers,
    getFollowers: async () => {
      await slowly;
      return answers.getFollowers();
    },
    getProfile: ({ uid = 'yo' }: { uid?: string }) => ({ ...answers.getProfile(), profile: person(uid) }),
  });
  const Beto = () => (
    <FollowButton uid="beto" following={useProfile('beto').data?.following === true} ownUid="yo" />
  );
  render(
    <QueryClientProvider client={queryClient}>
      <Beto />
      <PeopleList kind="followers" uid="ana" label="Seguidores" empty="Todavía no tiene seguidores." />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(queryClient.getQueryData(profileKey('beto'))).toBeTruthy());
  fireEvent.click(screen.getByRole('button', { name: 'Seguir' }));
  expect(await screen.findByRole('button', { name: 'Siguiendo' })).toBeTruthy();
  await waitFor(() => expect(queryClient.isFetching({ queryKey: profileKey() })).toBe(0));
  arrive();
  expect(await screen.findByText('@beto')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Seguir' })).toBeNull();
});

test('a person who was blocked from their profile is no longer in a list that Back finds', async () => {
  followers = [person('beto'), person('caro')];
  fakeServer(answers);
  open();
  expect(await screen.findByText('@beto')).toBeTruthy();
  confirmProfile('beto', (answer) => ({ ...answer, blocked: true }));
  await waitFor(() => expect(screen.queryByText('@beto')).toBeNull());
  expect(screen.getByText('@caro')).toBeTruthy();
});

test('a fan who was unfollowed meanwhile, and so comes again further down, is listed once', async () => {
  const page = (uids: string[], following: string[], cursor: string | null) => ({
    items: uids.map(person),
    following,
    cursor,
  });
  fakeServer({
    getClubMembers: ({ cursor }) =>
      cursor === undefined ? page(['ana', 'beto'], ['ana'], 'c') : page(['ana', 'caro'], [], null),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <PeopleList kind="fans" uid="boca" label="Hinchas" empty="" />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Cargar más' }));
  expect(await screen.findByText('@caro')).toBeTruthy();
  expect(screen.getAllByText(/^@/).map(({ textContent }) => textContent)).toEqual(['@ana', '@beto', '@caro']);
});

test('a list that cannot be read says so, and Reintentar reads it', async () => {
  let isDown = true;
  followers = [person('beto')];
  fakeServer({
    ...answers,
    getFollowers: () => {
      if (isDown) throw new Problem('resource-exhausted');
      return answers.getFollowers();
    },
  });
  history.pushState(null, '', '/perfil/ana');
  open();
  expect(await screen.findByText('No se pudo cargar.')).toBeTruthy();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('link', { name: /beto/ })).toBeTruthy();
});
