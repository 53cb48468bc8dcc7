import { afterEach, expect, test, vi } from 'vitest';

import { ApiError, type ApiErrorCode } from './api-error.ts';
import { changeQueries, queryClient, retryDelayMs, shouldRetry } from './query-client.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const isRetried = (code: ApiErrorCode) => shouldRetry(0, new ApiError(code, ''));

test('only failures of the server or the network are retried', () => {
  expect(isRetried('internal')).toBe(true);
  expect(isRetried('unavailable')).toBe(true);
  for (const code of ['unauthenticated', 'not-found', 'failed-precondition', 'resource-exhausted'] as const) {
    expect(isRetried(code), code).toBe(false);
  }
  expect(shouldRetry(0, new TypeError('a fault of ours'))).toBe(false);
});

test('a broken connection is retried, and one that hangs until the time-out is not', () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(shouldRetry(0, ApiError.ofNetwork(new TypeError('Failed to fetch')))).toBe(true);
  expect(shouldRetry(0, ApiError.ofNetwork(new DOMException('late', 'TimeoutError')))).toBe(false);
});

test('gives up after three attempts', () => {
  expect(shouldRetry(1, new ApiError('internal', ''))).toBe(true);
  expect(shouldRetry(2, new ApiError('internal', ''))).toBe(false);
});

test('the retries have jitter, and end within two seconds', () => {
  const pauses = Array.from({ length: 50 }, () => retryDelayMs(0) + retryDelayMs(1));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2000);
  expect(Math.min(...pauses)).toBeGreaterThan(1000);
  expect(new Set(pauses).size).toBeGreaterThan(1);
});

test('the next page of a list waits for a tap', () => {
  const error = new ApiError('unavailable', '');
  error.byHand = true;
  expect(shouldRetry(0, error)).toBe(false);
});

test.each([
  ['the first read', undefined],
  ['a repeated read', ['a', 'b']],
])('a change outlasts %s, which was asked for before it', async (_, loaded) => {
  const answer = Promise.withResolvers<string[]>();
  queryClient.setQueryData(['list'], loaded);
  const reading = queryClient.fetchQuery({ queryKey: ['list'], queryFn: () => answer.promise, staleTime: 0 });
  changeQueries<string[]>({ queryKey: ['list'] }, (list) => list.filter((item) => item !== 'b'));
  answer.resolve(['a', 'b']);
  await reading;
  expect(queryClient.getQueryData(['list'])).toEqual(['a']);
});
