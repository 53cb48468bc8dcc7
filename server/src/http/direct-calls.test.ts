import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Problem } from '../../../contract/src/problem.ts';
import { bytesOf } from '../kernel/bytes.ts';
import { DirectCalls } from './direct-calls.ts';

const log = pino({ level: 'silent' });
const logged: [status: number, ms: number][] = [];
const directCalls = new DirectCalls({ log, trustProxy: [] });
type DirectCall = Parameters<DirectCalls['add']>[1];
const add = (name: string, answer: DirectCall['answer'], others: Partial<DirectCall> = {}) =>
  directCalls.add(name, {
    method: 'GET',
    admit: () => null,
    answer,
    logAnswer: (_request, status, ms) => logged.push([status, ms]),
    ...others,
  });
let server: Server;
let origin: string;
let signal: AbortSignal | undefined;

add('echo', (_exchange, input) => bytesOf(JSON.stringify(input)));
add('later', async (_exchange, input) => bytesOf(JSON.stringify(input)));
add('refused', () => {
  throw new Problem('resource-exhausted', undefined, { retryAfter: 7 });
});
add('refusedLater', async () => {
  throw new Problem('not-found');
});
add('broken', () => {
  throw new Error('a secret of the database');
});
add('tagged', (exchange) => {
  exchange.header('etag', '"1"');
  if (exchange.headers['if-none-match'] === '"1"') exchange.code(304);
  return '{}';
});
add('endless', (exchange) => {
  ({ signal } = exchange);
  return new Promise(() => {});
});

const post = { method: 'POST' } as const;
add('change', (_exchange, input) => bytesOf(JSON.stringify(input)), post);
add('barred', () => '{}', {
  ...post,
  admit: async () => {
    throw new Problem('unauthenticated');
  },
});
add(
  'cookies',
  (exchange) => {
    for (const value of ['a=1', 'b=2']) exchange.header('set-cookie', value);
    return '{}';
  },
  post,
);

beforeAll(async () => {
  server = createServer((request, response) => {
    if (!directCalls.take(request, response)) response.writeHead(404).end('not taken');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each(['echo', 'later'])('%s answers its input, and is logged with its time', async (name) => {
  logged.length = 0;
  const answer = await fetch(`${origin}/api/${name}?a=%C3%B1&a=2&b=x+y`);
  expect([answer.status, await answer.json()]).toEqual([200, { a: ['ñ', '2'], b: 'x y' }]);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(logged).toEqual([[200, expect.any(Number)]]);
});

it.each([
  ['refused', 429, '7'],
  ['refusedLater', 404, null],
  ['broken', 500, null],
])('%s answers %i and nothing else', async (name, status, retryAfter) => {
  logged.length = 0;
  const answer = await fetch(`${origin}/api/${name}`);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter]);
  expect(JSON.parse(text)).toHaveProperty('error.code');
  expect(text).not.toContain('secret');
  expect(logged).toEqual([[status, expect.any(Number)]]);
});

type Body = NonNullable<RequestInit['body']>;
const json = 'application/json; charset=utf-8';
const send = (
  name: string,
  body: Body | null,
  type: string | null = json,
  more: object = {},
  signal?: AbortSignal,
) =>
  fetch(`${origin}/api/${name}`, {
    ...post,
    body,
    headers: { ...(type !== null && { 'content-type': type }), ...more },
    ...({ signal, duplex: 'half' } as RequestInit),
  });
const unfinished = () => new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{')) });
const streamOf = (...parts: string[]) => ReadableStream.from(parts.map((part) => Buffer.from(part)));

it.each<[string, string, Body | null, string | null]>([
  ['a body', '{"a":"ñ"}', '{"a":"ñ"}', json],
  ['a body in parts', '{"a":"ñ"}', streamOf('{"a":', '"ñ"', '}'), 'Application/JSON'],
  ['the longest body', '{"a":1}', `{"a":1}${' '.repeat(64 * 1024 - 7)}`, json],
  ['an empty body', '{}', '', json],
  ['no body', '{}', null, null],
  ['nothing in JSON', '{}', 'null', json],
])('a command with %s has the input %s', async (_, input, body, type) => {
  const answer = await send('change', body, type);
  expect([answer.status, await answer.text()]).toEqual([200, input]);
});

it.each<[string, number, Body, string | null, object?]>([
  ['no JSON', 400, '{', json],
  ['broken text', 400, Buffer.from('{"a":"\xff"}', 'latin1'), json],
  ['a long body', 413, ' '.repeat(64 * 1024 + 1), json],
  ['a long body in parts', 413, streamOf(...Array.from({ length: 65 }, () => ' '.repeat(1_100))), json],
  ['another type', 415, 'a=1', 'application/x-www-form-urlencoded'],
  ['a type that begins alike', 415, '{}', 'application/jsonp'],
  ['no type', 415, Buffer.from('{}'), null],
  ['compression', 415, '{}', json, { 'content-encoding': 'gzip' }],
])('a command with %s answers %i, and the connection goes on', async (_, status, body, type, more = {}) => {
  const answer = await send('change', body, type, more);
  const failure = (await answer.json()) as { error: { code: string } };
  expect([answer.status, typeof failure.error.code]).toEqual([status, 'string']);
  expect((await send('change', '{}')).status).toBe(200);
});

it('whoever is not admitted is refused before the body is read', async () => {
  const answer = await send('barred', unfinished());
  expect(answer.status).toBe(401);
});

it('a client that leaves in the middle of its body is no failure of ours', async () => {
  logged.length = 0;
  const stop = new AbortController();
  const sending = send('change', unfinished(), json, {}, stop.signal);
  setTimeout(() => stop.abort(), 50);
  await expect(sending).rejects.toThrow('aborted');
  await expect.poll(() => logged).toEqual([[400, expect.any(Number)]]);
});

it('a command may set several cookies', async () => {
  const answer = await send('cookies', '{}');
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, ['a=1', 'b=2']]);
});

it('an unchanged answer is a 304 without a body, with its tag', async () => {
  const whole = await fetch(`${origin}/api/tagged`);
  expect([whole.status, whole.headers.get('etag'), await whole.text()]).toEqual([200, '"1"', '{}']);
  const answer = await fetch(`${origin}/api/tagged`, { headers: { 'if-none-match': '"1"' } });
  expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, '"1"', '']);
  expect(answer.headers.get('content-length')).toBeNull();
});

it.each([
  ['POST', '/api/echo'],
  ['GET', '/api/change'],
  ['PUT', '/api/change'],
  ['HEAD', '/api/echo'],
  ['GET', '/api/echo/'],
  ['GET', '/api/other'],
  ['GET', '/api/toString'],
  ['GET', '/echo'],
])('%s %s is left to others', async (method, path) => {
  expect((await fetch(origin + path, { method })).status).toBe(404);
});

it('a client that leaves is known to the query', async () => {
  const stop = new AbortController();
  const asking = fetch(`${origin}/api/endless`, { signal: stop.signal });
  await expect.poll(() => signal).toBeDefined();
  expect(signal?.aborted).toBe(false);
  stop.abort();
  await expect(asking).rejects.toThrow('aborted');
  await expect.poll(() => signal?.aborted).toBe(true);
});

it('ends its connection when the server drains', async () => {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  const { headers, status } = await fetch(`${origin}/api/echo`);
  expect([status, headers.get('connection'), headers.get('keep-alive')]).toEqual([200, 'close', null]);
});
