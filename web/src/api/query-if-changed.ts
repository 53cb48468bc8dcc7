import type { Input, Output, QueryName } from '../../../contract/src/calls/all.ts';
import { answerOf, queryAddress, send } from './client.ts';

/**
 * Sends the last answer's `ETag`. Throws as `query` does.
 * @returns null when nothing changed
 */
export async function queryIfChanged<N extends QueryName>(
  name: N,
  input: Input<N>,
  { etag, signal }: { etag: string | undefined; signal: AbortSignal },
): Promise<{ value: Output<N>; etag: string | undefined } | null> {
  const headers = { accept: 'application/json', ...(etag !== undefined && { 'if-none-match': etag }) };
  let newEtag: string | null = null;
  const request = send(queryAddress(name, input), { headers }, signal).then((response) => {
    newEtag = response.headers.get('etag');
    return response.status === 304 ? Response.json(null) : response;
  });
  const value = await answerOf<Output<N> | null>(request, signal);
  return value === null ? null : { value, etag: newEtag ?? undefined };
}
