import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { MutationCache } from './no-mutations.ts';

test('queries are read, cleared and reread on focus without the cache of mutations', async () => {
  const client = new QueryClient({ mutationCache: new MutationCache() as never });
  client.mount();
  await client.fetchQuery({ queryKey: ['a'], queryFn: () => 1 });
  await client.resumePausedMutations();
  expect(client.getQueryData(['a'])).toBe(1);
  client.clear();
  expect(client.getQueryData(['a'])).toBeUndefined();
  client.unmount();
});
