import { vi } from 'vitest';

import type { CallName, Input, Output } from '../../../contract/src/calls/all.ts';
import { Problem } from '../../../contract/src/problem.ts';

type Call = { name: string; input: unknown; idempotencyKey: string | null };
type Answers = { [N in CallName]?: (input: Input<N>) => Output<N> | Promise<Output<N>> };

/**
 * Answers the page's calls in component tests, at the edge: in place of `fetch`. An answer may throw a Problem.
 * @returns the calls it has received
 */
export function fakeServer(answers: Answers): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (address: string, { body, headers }: RequestInit = {}) => {
    const url = new URL(address, 'http://tablon.test');
    const name = url.pathname.replace('/api/', '');
    const input: unknown = typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(url.searchParams);
    calls.push({ name, input, idempotencyKey: new Headers(headers).get('idempotency-key') });
    const answer = (answers as Record<string, ((input: unknown) => unknown) | undefined>)[name];
    if (!answer) throw new TypeError(`The fake server has no answer for ${name}`);
    try {
      return Response.json((await answer(input)) ?? {});
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return Response.json(error.body, { status: error.status });
    }
  });
  return calls;
}
