import { expect, test } from 'vitest';

import { ApiError, problemOf } from './api-error.ts';

const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers });

test('a failed call brings its code, its text and how long to wait', async () => {
  const body = JSON.stringify({ error: { code: 'resource-exhausted', message: 'Esperá un momento.' } });
  expect(await problemOf(answer(429, body, { 'retry-after': '12' }))).toMatchObject({
    code: 'resource-exhausted',
    message: 'Esperá un momento.',
    retryAfter: 12,
  });
});

test('the text of an answer that is not ours is not shown', async () => {
  for (const body of ['<h1>Bad gateway: upstream 10.0.0.3</h1>', 'null', '{"error":"x"}', '']) {
    const problem = await problemOf(answer(502, body, { 'retry-after': 'Sat, 21 Nov 2026 10:00:00 GMT' }));
    expect(problem).toMatchObject({ code: 'unavailable', message: 'el servidor no responde' });
    expect(problem.retryAfter).toBeUndefined();
  }
  expect((await problemOf(answer(404, 'no'))).code).toBe('internal');
});

test('a missing answer is offline, with a short reason', () => {
  expect(ApiError.ofNetwork(new TypeError('Failed to fetch'))).toMatchObject({
    code: 'offline',
    message: 'sin conexión',
  });
  expect(ApiError.ofNetwork(new DOMException('late', 'TimeoutError')).message).toBe(
    'el servidor no responde',
  );
});
