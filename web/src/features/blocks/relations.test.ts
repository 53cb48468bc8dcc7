import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { mentionsKey, notificationsKey } from '../../api/query-keys.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { changeRelation } from './relations.ts';

afterEach(() => {
  queryClient.clear();
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
