import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';

import { DirectCalls } from './direct-calls.ts';
import { createHttpServer } from './http-server.ts';
import { addressOf } from './rate-limits.ts';

const log = pino({ level: 'silent' });
let http: FastifyInstance;
afterEach(async () => {
  http.server.closeAllConnections();
  await http.close();
});

async function listen(prepare: (server: FastifyInstance, directCalls: DirectCalls) => void): Promise<number> {
  const directCalls = new DirectCalls({ log, trustProxy: [] });
  http = createHttpServer({ trustProxy: [], log, shell: null, directCalls });
  prepare(http, directCalls);
  await http.listen({ port: 0, host: '127.0.0.1' });
  return (http.server.address() as AddressInfo).port;
}

const addCall = (directCalls: DirectCalls) =>
  directCalls.add('echo', {
    method: 'GET',
    admit: () => null,
    answer: () => '{}',
    logAnswer: () => {},
  });

it('while it closes, calls and pages get the usual failure and are asked to come back', async () => {
  const closing = Promise.withResolvers<void>();
  const port = await listen((server, directCalls) => {
    addCall(directCalls);
    server.get('/page', () => 'hola');
    server.addHook('preClose', () => closing.promise);
  });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect([(await ask('/api/echo')).status, (await ask('/page')).status]).toEqual([200, 200]);
  const end = http.close();
  await new Promise(setImmediate);
  for (const path of ['/api/echo', '/page']) {
    const answer = await ask(path);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { error: { code: 'unavailable', message: expect.stringMatching(/\.$/) } },
    ]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'retry-after': '2',
      connection: 'close',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  }
  closing.resolve();
  await end;
});

it('a connection on which nothing moves ends, and with it the answers that nobody reads', async () => {
  const page = 'a'.repeat(1_000_000);
  const port = await listen((server) => server.get('/page', () => page));
  expect(http.server.timeout).toBe(120_000);
  http.server.timeout = 500;
  const client = connect(port, '127.0.0.1').pause();
  const [socket] = (await once(http.server, 'connection')) as [Socket];
  client.write('GET /page HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
  await once(socket, 'close');
  expect(socket.bytesWritten).toBeLessThan(20 * page.length);
  client.destroy();
});

async function openTunnel(earlierRequests = ''): Promise<{ client: Socket; socket: Socket }> {
  const page = 'a'.repeat(1_000_000);
  const port = await listen((server) => server.get('/page', () => page));
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const [socket] = (await once(http.server, 'connection')) as [Socket];
  client.on('error', () => {}).write(`${earlierRequests}CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n`);
  return { client, socket };
}

it('the connection of a CONNECT ends with the refusal, also when the client keeps its half open', async () => {
  const { client, socket } = await openTunnel();
  expect(await text(client)).toMatch(/^HTTP\/1\.1 405 /);
  await vi.waitFor(() => expect(socket.destroyed).toBe(true));
  await http.close();
  client.destroy();
});

it('the connection of a CONNECT ends also when the client reads none of its answers', async () => {
  const { client, socket } = await openTunnel('GET /page HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
  client.pause();
  await vi.waitFor(() => expect(socket.destroyed).toBe(true));
  await http.close();
  client.destroy();
});

it('the address of a client that has left is still known', async () => {
  const address = Promise.withResolvers<string>();
  const port = await listen((server) =>
    server.get('/page', async (request, reply) => {
      await once(reply.raw, 'close');
      address.resolve(addressOf(request));
    }),
  );
  const client = connect(port, '127.0.0.1');
  client.write('GET /page HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(http.server, 'request');
  client.destroy();
  expect(await address.promise).toBe('127.0.0.1');
});

it('an expectation that nobody knows is refused like any bad request', async () => {
  const port = await listen(() => {});
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\nExpect: otra-cosa\r\n\r\n');
  const answer = await text(client);
  expect(answer).toMatch(/^HTTP\/1\.1 417 /);
  expect(answer).toMatch(/^x-content-type-options: nosniff\r?$/m);
  expect(answer).toContain('"invalid-argument"');
});
