import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { clearPosts, findPost, putPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { excludedPeopleKey, mentionsKey, notificationsKey } from '../../api/query-keys.ts';
import { samplePost } from '../../api/sample-post.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { changeRelation } from './relations.ts';

afterEach(() => {
  queryClient.clear();
  clearPosts();
  for (const { id } of notices.read().toasts) notices.dismiss(id);
  vi.unstubAllGlobals();
});

test('after a mute, both tabs of the notifications are read again', async () => {
  fakeServer({ muteUser: () => ({}) as never });
  const keys = [notificationsKey(), mentionsKey()];
  for (const key of keys) queryClient.setQueryData(key, { pages: [], pageParams: [] });
  await changeRelation({ uid: 'beto', displayName: 'Beto', handle: 'beto' }, 'muteUser');
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});

test('a list of muted people that was requested before a mute is read again', async () => {
  const early = Promise.withResolvers<string[]>();
  const answers = [early.promise, ['beto']];
  fakeServer({ muteUser: () => ({}) as never });
  const list = { queryKey: excludedPeopleKey('muted'), queryFn: () => answers.shift() ?? [] };
  const leave = new QueryObserver(queryClient, list).subscribe(() => undefined);
  const change = changeRelation({ uid: 'beto', displayName: 'Beto', handle: 'beto' }, 'muteUser');
  await vi.waitUntil(() => notices.read().toasts.length > 0);
  early.resolve([]);
  await change;
  await vi.waitUntil(() => queryClient.isFetching() === 0);
  expect(queryClient.getQueryData(list.queryKey)).toEqual(['beto']);
  leave();
});

test('the end of a mute does not show the posts of somebody who is blocked', async () => {
  fakeServer({
    muteUser: () => ({}),
    blockUser: () => ({}),
    unmuteUser: () => ({}),
    unblockUser: () => ({}),
  } as never);
  const beto = { uid: 'beto', displayName: 'Beto', handle: 'beto' };
  putPosts([samplePost('theirs', { ownerUid: 'beto' })], 0);
  for (const change of ['muteUser', 'blockUser', 'unmuteUser'] as const) await changeRelation(beto, change);
  expect(findPost('theirs')).toBeUndefined();
  await changeRelation(beto, 'unblockUser');
  expect(findPost('theirs')).toBeDefined();
});
