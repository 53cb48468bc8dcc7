// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { profileKey } from '../../api/query-keys.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { confirmProfile, type ProfileAnswer, rereadProfile, useProfile } from './use-profile.ts';

const answerOf = (uid: string, fields: Partial<ProfileAnswer> = {}): ProfileAnswer => ({
  profile: sampleProfile(uid),
  following: false,
  isSelf: false,
  blocked: false,
  muted: false,
  blockedBy: false,
  ...fields,
});
const cached = (uid: string) => queryClient.getQueryData<ProfileAnswer>(profileKey(uid));

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('after two follows one after the other, both count', async () => {
  const first = Promise.withResolvers<void>();
  let followingCount = 0;
  const calls = fakeServer({
    getProfile: async () => {
      const answer = answerOf('yo', { profile: sampleProfile('yo', { followingCount }) });
      if (calls.length === 1) await first.promise;
      return answer;
    },
  });
  queryClient.setQueryData(profileKey('yo'), answerOf('yo'));
  followingCount = 1;
  const reread = rereadProfile('yo');
  await waitFor(() => expect(calls).toHaveLength(1));
  followingCount = 2;
  const again = rereadProfile('yo');
  first.resolve();
  await Promise.all([reread, again]);
  expect(cached('yo')?.profile.followingCount).toBe(2);
});

test('a profile that was requested by its handle before a mute does not take it back', async () => {
  const read = Promise.withResolvers<ProfileAnswer>();
  fakeServer({ getProfile: () => read.promise });
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient }, children);
  queryClient.setQueryData(profileKey('ana'), answerOf('ana'), { updatedAt: Date.now() - 1_000 });
  const { result } = renderHook(() => useProfile('@ana'), { wrapper });
  await vi.waitUntil(() => queryClient.isFetching() > 0);
  const requestedAt = Date.now();
  await vi.waitUntil(() => Date.now() > requestedAt);
  confirmProfile('ana', (answer) => ({ ...answer, muted: true }));
  read.resolve(answerOf('ana'));
  await waitFor(() => expect(result.current.data).toBeDefined());
  expect(cached('ana')?.muted).toBe(true);
});
