import type { CommandName, Input, Output, QueryName } from '../../../contract/src/calls/all.ts';
import { ApiError, problemOf } from './api-error.ts';
import { takeEarly } from './early-calls.ts';
import { rightsRefusals, sessionRefusals, signIns } from './refusals.ts';
import { noteAnswer } from './stale-answer.ts';

const timeoutMs = 20_000;
let gate: Promise<unknown> | undefined;

type QueryOptions = { signal?: AbortSignal };
type CommandOptions = { idempotencyKey?: string; signal?: AbortSignal };

/** Calls `GET /api/<name>?…`. Throws ApiError, or the signal's reason when the caller aborted. */
export async function query<N extends QueryName>(
  name: N,
  input: Input<N>,
  { signal }: QueryOptions = {},
): Promise<Output<N>> {
  const address = queryAddress(name, input);
  const ask = () => send(address, { headers: { accept: 'application/json' } }, signal);
  const early = takeEarly(address)?.then((answer) => answer ?? ask());
  return answerOf<Output<N>>(early ?? ask(), signal).catch((error: unknown): never => {
    if (error instanceof ApiError) error.byHand = 'cursor' in input && input.cursor !== undefined;
    throw error;
  });
}

export async function command<N extends CommandName>(
  name: N,
  input: Input<N>,
  { idempotencyKey, signal }: CommandOptions = {},
): Promise<Output<N>> {
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' };
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const request = { method: 'POST', headers, body: JSON.stringify(input) };
  return answerOf(send(`/api/${name}`, request, signal), signal);
}

export function queryAddress(name: string, input: object): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const parameters = search.toString();
  return parameters === '' ? `/api/${name}` : `/api/${name}?${parameters}`;
}

/** Queries that start before `work` ends are sent afterwards. */
export function holdQueries(work: Promise<void>): Promise<void> {
  gate = Promise.allSettled([work]);
  return work;
}

export async function send(address: string, request: RequestInit, signal?: AbortSignal): Promise<Response> {
  const isQuery = request.method === undefined;
  if (isQuery) await gate;
  const limit = AbortSignal.timeout(timeoutMs);
  return fetch(address, { ...request, signal: signal ? AbortSignal.any([signal, limit]) : limit });
}

export async function answerOf<T>(request: Promise<Response>, signal?: AbortSignal): Promise<T> {
  const sentIn = signIns.read();
  try {
    const response = await request;
    noteAnswer(response);
    if (response.ok) return (await response.json()) as T;
    throw await problemOf(response);
  } catch (error) {
    if (signal?.aborted) throw error;
    const failure = error instanceof ApiError ? error : ApiError.ofNetwork(error);
    if (failure.code === 'unauthenticated' && sentIn === signIns.read())
      sessionRefusals.write(sessionRefusals.read() + 1);
    if (failure.code === 'permission-denied') rightsRefusals.write(rightsRefusals.read() + 1);
    throw failure;
  }
}
