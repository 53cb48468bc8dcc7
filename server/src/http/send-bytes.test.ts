import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';

import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { bytesOf } from '../kernel/bytes.ts';
import { FixedHeaders, sendBytes } from './send-bytes.ts';

const page = 'Ñandú, ¡goool! ⚽';
const events: string[] = [];
const shared = new FixedHeaders({ 'content-type': 'text/plain; charset=utf-8', 'x-shared': 'yes' });
const http = fastify({ genReqId: () => 'the-id' });
http.addHook('onResponse', (_request, reply, done) => {
  events.push(`answered ${reply.statusCode}`);
  done();
});
http.get('/', (_request, reply) => {
  events.push('handled');
  void reply.header('x-own', 'yes').header('x-shared', 'own').header('set-cookie', 'a=1');
  return sendBytes(reply.header('set-cookie', 'b=2'), bytesOf(page), shared);
});
http.get('/tagged', (_request, reply) => sendBytes(reply.header('etag', '"1"'), bytesOf(page), shared));
http.get('/torn', (_request, reply) => sendBytes(reply.header('x-a', 'a\r\nx-b: b'), bytesOf(page), shared));
http.get('/last', (_request, reply) => {
  reply.raw.setHeader('connection', 'close');
  return sendBytes(reply, bytesOf(page), shared);
});
http.get('/shared', (_request, reply) => sendBytes(reply, bytesOf(page), shared));
let port: number;

beforeAll(async () => {
  await http.listen({ host: '127.0.0.1', port: 0 });
  port = (http.server.address() as AddressInfo).port;
});
afterAll(() => http.close());

async function ask(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(lines.join('\r\n'));
  return text(socket);
}

const last = ['Host: localhost', 'Connection: close', '', ''];

it.each([
  ['/', ['x-own: yes', 'x-shared: own', 'set-cookie: a=1', 'set-cookie: b=2']],
  ['/shared', ['x-shared: yes']],
])('bytes arrive as they are, with their length and the headers, of %s', async (path, lines) => {
  const [head, body] = (await ask(`GET ${path} HTTP/1.1`, ...last)).split('\r\n\r\n');
  expect(body).toBe(page);
  const headers = head?.split('\r\n').filter((line) => !line.startsWith('Date: '));
  expect(headers?.toSorted()).toEqual(
    [
      'Connection: close',
      'HTTP/1.1 200 OK',
      `content-length: ${Buffer.byteLength(page)}`,
      'content-type: text/plain; charset=utf-8',
      ...lines,
      'x-request-id: the-id',
    ].toSorted(),
  );
});

it('pipelined requests are answered one after the other, and HEAD without a body', async () => {
  const answers = await ask('GET / HTTP/1.1', 'Host: localhost', '', 'HEAD / HTTP/1.1', ...last);
  expect(answers.split(page).map((part) => /content-length: (\d+)/.exec(part)?.[1])).toEqual(
    Array(2).fill(String(Buffer.byteLength(page))),
  );
  expect(answers.endsWith('\r\n\r\n')).toBe(true);
});

it.each(['/', '/tagged', '/shared'])(
  'an answer that keeps its connection has the headers of one that ends it, of %s',
  async (path) => {
    const answers = await ask(`GET ${path} HTTP/1.1`, 'Host: localhost', '', `GET ${path} HTTP/1.1`, ...last);
    const [keeping = [], ending = []] = answers
      .split(page)
      .map((head) => head.trimEnd().split('\r\n').toSorted());
    expect(keeping).toContainEqual('Connection: keep-alive');
    expect(keeping).toContainEqual(expect.stringMatching(/^Keep-Alive: timeout=\d+$/));
    const isOfConnection = (line: string) => /^(Connection|Keep-Alive): /.test(line);
    expect(keeping.filter((line) => !isOfConnection(line))).toEqual(
      ending.filter((line) => !isOfConnection(line)),
    );
    expect(keeping.find((line) => line.startsWith('Date: '))).toMatch(
      /^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/,
    );
  },
);

it('an answer that is told to end its connection does', async () => {
  const answer = await ask('GET /last HTTP/1.1', 'Host: localhost', '', '');
  expect(answer.match(/^connection: .*$/gim)).toEqual(['connection: close']);
});

it('a header that cannot be sent is refused, when it is fixed and when it is not', async () => {
  expect(() => new FixedHeaders({ 'x-a': 'a\r\nx-b: b' })).toThrow('Invalid character');
  expect(() => new FixedHeaders({ 'x a': 'a' })).toThrow('valid HTTP token');
  const answers = await ask('GET /torn HTTP/1.1', 'Host: localhost', '', 'GET /shared HTTP/1.1', ...last);
  expect(answers).toMatch(/^HTTP\/1\.1 500 /);
  expect(answers).not.toContain('x-b');
});

it('what one turn of the event loop answers is written when all of it is handled', async () => {
  events.length = 0;
  await Promise.all([http.inject('/'), http.inject('/')]);
  expect(events).toEqual(['handled', 'handled', 'answered 200', 'answered 200']);
});

it('a reader who has gone does not keep the others waiting', async () => {
  const abortedClient = connect(port, '127.0.0.1');
  await once(abortedClient, 'connect');
  abortedClient.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  abortedClient.resetAndDestroy();
  expect(await ask('GET / HTTP/1.1', ...last)).toContain(page);
});
