// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import type { Ad } from '../../../../../contract/src/calls/ads.ts';
import { Problem } from '../../../../../contract/src/problem.ts';
import { fakeServer } from '../../../api/fake-server.ts';
import { queryClient } from '../../../api/query-client.ts';
import { adminKey } from '../../../api/query-keys.ts';
import { setAdStatus } from './admin-ads.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('an ad that another admin deleted leaves the list when it cannot be paused', async () => {
  fakeServer({
    adminSetAdStatus: () => {
      throw new Problem('not-found', 'Anuncio no encontrado.');
    },
  });
  const key = adminKey('ads');
  queryClient.setQueryData(key, { items: [{ id: 'a' }, { id: 'b' }] });
  await expect(setAdStatus('a', 'paused')).rejects.toMatchObject({ code: 'not-found' });
  const items = queryClient.getQueryData<{ items: Ad[] }>(key)?.items;
  expect(items?.map(({ id }) => id)).toEqual(['b']);
});
