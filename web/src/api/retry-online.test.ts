// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';
import { retryOnline } from './retry-online.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

test('when the network returns, a shown part that failed is read again within seconds, and no other', async () => {
  let isDown = true;
  const reads: string[] = [];
  const read = (name: string) => async () => {
    reads.push(name);
    if (isDown) throw new ApiError('not-found', '');
    return name;
  };
  const watch = (name: string, data?: string) =>
    new QueryObserver(queryClient, {
      queryKey: [name],
      queryFn: read(name),
      retry: false,
      ...(data !== undefined && { initialData: data, staleTime: Infinity }),
    }).subscribe(() => undefined);
  let sessionReads = 0;
  retryOnline(() => sessionReads++);
  const ends = [watch('failed'), watch('shown', 'here')];
  await queryClient.prefetchQuery({ queryKey: ['elsewhere'], queryFn: read('elsewhere'), retry: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(reads.toSorted()).toEqual(['elsewhere', 'failed']);

  isDown = false;
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(3000);
  expect(reads.toSorted()).toEqual(['elsewhere', 'failed', 'failed']);
  expect(queryClient.getQueryData(['failed'])).toBe('failed');
  expect(sessionReads).toBe(1);
  for (const end of ends) end();
});
