// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { profileKey } from '../../api/query-keys.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { followAll } from './follow-all.ts';
import { FollowButton } from './FollowButton.tsx';
import { type ProfileAnswer, useCachedProfile } from './use-profile.ts';

const answerFor = (uid: string, following: boolean): ProfileAnswer => ({
  profile: sampleProfile(uid),
  following,
  isSelf: false,
  blocked: false,
  muted: false,
  blockedBy: false,
});

function Person({ uid }: { uid: string }) {
  const following = useCachedProfile(uid)?.following ?? false;
  return <FollowButton uid={uid} following={following} ownUid="yo" />;
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('an unfollow that is answered before the follow of all remains', async () => {
  const { promise: slowly, resolve: arrive } = Promise.withResolvers<Output<'followUsers'>>();
  fakeServer({
    followUsers: () => slowly,
    unfollowUser: () => ({ following: false, followersCount: 0 }),
    getProfile: ({ uid = '' }) => answerFor(uid, false),
  });
  queryClient.setQueryData(profileKey('ana'), answerFor('ana', false));
  render(
    <QueryClientProvider client={queryClient}>
      <Person uid="ana" />
    </QueryClientProvider>,
  );
  const all = followAll(['ana'], 'yo');
  act(() => notices.read().questions[0]?.answer(''));
  fireEvent.click(await screen.findByRole('button', { name: 'Siguiendo' }));
  const follow = () => screen.getByRole('button', { name: 'Seguir' });
  await waitFor(() => expect(follow().getAttribute('aria-disabled')).toBeNull());
  await act(async () => {
    arrive({ following: ['ana'] });
    await all;
  });
  expect(follow()).toBeTruthy();
});
