import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Problem } from '../../../contract/src/problem.ts';
import { bytesOf } from '../kernel/bytes.ts';
import { Queries } from './queries.ts';

const log = pino({ level: 'silent' });
const logged: [status: number, ms: number][] = [];
const queries = new Queries({ log, trustProxy: [] });
const add = (name: string, answer: Parameters<Queries['add']>[1]['answer']) =>
  queries.add(name, { answer, logAnswer: (_request, status, ms) => logged.push([status, ms]) });
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

beforeAll(async () => {
  server = createServer((request, response) => {
    if (!queries.take(request, response)) response.writeHead(404).end('not a query');
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

it('an unchanged answer is a 304 without a body, with its tag', async () => {
  const whole = await fetch(`${origin}/api/tagged`);
  expect([whole.status, whole.headers.get('etag'), await whole.text()]).toEqual([200, '"1"', '{}']);
  const answer = await fetch(`${origin}/api/tagged`, { headers: { 'if-none-match': '"1"' } });
  expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, '"1"', '']);
  expect(answer.headers.get('content-length')).toBeNull();
});

it.each([
  ['POST', '/api/echo'],
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

it('takes nothing more once it is closed', async () => {
  queries.close();
  expect(await (await fetch(`${origin}/api/echo`)).text()).toBe('not a query');
});
