import { vi } from 'vitest';

import type { CallName, Input, Output } from '../../../contract/src/calls/all.ts';
import { Problem } from '../../../contract/src/problem.ts';

type Call = { name: string; input: unknown; idempotencyKey: string | null; isUnchanged?: true };
type Answers = { [N in CallName]?: (input: Input<N>) => Output<N> | Promise<Output<N>> };

/**
 * Answers the page's calls in component tests in place of `fetch`. An answer may throw a Problem; a matching
 * `If-None-Match` gets a 304.
 * @returns the calls received
 */
export function fakeServer(answers: Answers): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (address: string, { body, headers, signal }: RequestInit = {}) => {
    signal?.throwIfAborted();
    const url = new URL(address, 'http://tablon.test');
    const name = url.pathname.replace('/api/', '');
    const input: unknown = typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(url.searchParams);
    const requestHeaders = new Headers(headers);
    const call: Call = { name, input, idempotencyKey: requestHeaders.get('idempotency-key') };
    calls.push(call);
    const answer = (answers as Record<string, ((input: unknown) => unknown) | undefined>)[name];
    if (!answer) throw new TypeError(`The fake server has no answer for ${name}`);
    try {
      const value = (await answer(input)) ?? {};
      signal?.throwIfAborted();
      const etag = `"${encodeURIComponent(JSON.stringify(value))}"`;
      if (requestHeaders.get('if-none-match') !== etag) return Response.json(value, { headers: { etag } });
      call.isUnchanged = true;
      return new Response(null, { status: 304, headers: { etag } });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      signal?.throwIfAborted();
      return Response.json(error.body, { status: error.status });
    }
  });
  return calls;
}
