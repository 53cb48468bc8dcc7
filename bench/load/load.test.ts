import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, expect, test } from 'vitest';

import { Load } from './load.ts';
import { get, post } from './requests.ts';

const load = new Load();
afterAll(() => load.close());

const serve = (listener: RequestListener) => open(createServer(listener));

async function open(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, [Symbol.dispose]: () => void server.close() };
}

test('each request is sent once, unchanged, and each answer is read to its end', async () => {
  const requests: string[] = [];
  using server = await serve((request, response) => {
    void text(request).then((body) =>
      requests.push(`${request.method} ${request.url} ${request.headers.cookie} ${body}`),
    );
    // In two chunks, with a Content-Length for both.
    response.writeHead(200, { 'Content-Length': 200_000 }).write('x'.repeat(100_000));
    setTimeout(() => response.end('y'.repeat(100_000)), 1);
  });
  await load.prepare('some', [
    get('getPost', { postId: 'a&b' }, 'sid=1'),
    post('likePost', { postId: 'ñ' }, 'sid=2'),
    get('getSession', {}, 'sid=3'),
  ]);
  const result = await load.run('some', { port: server.port, connections: 2, milliseconds: 'once' });
  expect(requests.toSorted()).toEqual([
    'GET /api/getPost?postId=a%26b sid=1 ',
    'GET /api/getSession sid=3 ',
    'POST /api/likePost sid=2 {"postId":"ñ"}',
  ]);
  expect(result.requests).toBe(3);
  expect(result.p50).toBeGreaterThan(0.5);
});

test('a head that arrives in pieces is read whole, while other connections are read', async () => {
  const tcp = createTcpServer((socket) => {
    socket.on('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Len');
      setTimeout(() => socket.write('gth: 2\r\n\r\nok'), 2);
    });
  });
  using server = await open(tcp);
  await load.prepare('pieces', Array(40).fill(get('getSession', {}, 'sid=1')) as string[]);
  const result = await load.run('pieces', { port: server.port, connections: 4, milliseconds: 'once' });
  expect(result.requests).toBe(40);
});

test('a timed run sends requests in a loop and counts answers within that time', async () => {
  let answerCount = 0;
  using server = await serve((request, response) => {
    request.resume();
    answerCount += 1;
    response.end('ok');
  });
  await load.prepare('again', [get('getSession', {}, 'sid=1'), get('getSession', {}, 'sid=2')]);
  const result = await load.run('again', { port: server.port, connections: 2, milliseconds: 1_000 });
  expect(result.requests).toBeGreaterThan(20);
  expect(result.requests).toBeLessThanOrEqual(answerCount);
  expect(answerCount - result.requests).toBeLessThanOrEqual(2);
  expect(result.rate).toBeCloseTo(result.requests, -4);
  expect(result.p99).toBeGreaterThanOrEqual(result.p50);
});

test('a paced run holds its rate, and a request that waits for a late answer is counted from its turn', async () => {
  let answerCount = 0;
  using server = await serve((request, response) => {
    request.resume();
    answerCount += 1;
    setTimeout(() => response.end('ok'), answerCount === 1 ? 600 : 0);
  });
  await load.prepare('paced', [get('getSession', {}, 'sid=1')]);
  const pace = { connections: 1, perSecond: 50 };
  const result = await load.run('paced', { port: server.port, ...pace, milliseconds: 1_000 });
  expect(result.requests).toBeGreaterThan(35);
  expect(result.requests).toBeLessThanOrEqual(51);
  // Thirty requests were due during the first answer and waited with it, for 600 to 0 ms.
  expect(result.p50).toBeGreaterThan(50);
});

test('a failure does not count as fast', async () => {
  using server = await serve((request, response) => {
    request.resume();
    response.writeHead(503, { 'Content-Length': 2 }).end('no');
  });
  await load.prepare('failing', [get('getSession', {}, 'sid=1')]);
  const run = load.run('failing', { port: server.port, connections: 1, milliseconds: 'once' });
  await expect(run).rejects.toThrow('failing: 1 failures, first HTTP/1.1 503 no');
});

test('a connection that the server ends is a failure', async () => {
  using server = await open(createTcpServer((socket) => socket.on('data', () => socket.end())));
  await load.prepare('ended', [get('getSession', {}, 'sid=1')]);
  const run = load.run('ended', { port: server.port, connections: 1, milliseconds: 'once' });
  await expect(run).rejects.toThrow('ended: 1 failures, first the server closed the connection');
});
