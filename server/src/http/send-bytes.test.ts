import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';

import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { bytesOf } from '../kernel/bytes.ts';
import { sendBytes } from './send-bytes.ts';

const page = 'Ñandú, ¡goool! ⚽';
const events: string[] = [];
const http = fastify();
http.addHook('onResponse', (_request, reply, done) => {
  events.push(`answered ${reply.statusCode}`);
  done();
});
http.get('/', (_request, reply) => {
  events.push('handled');
  void reply.header('x-own', 'yes').type('text/plain; charset=utf-8');
  return sendBytes(reply, bytesOf(page));
});
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

it('bytes arrive as they are, with the headers of the reply and their length', async () => {
  const [head, body] = (await ask('GET / HTTP/1.1', ...last)).split('\r\n\r\n');
  expect(body).toBe(page);
  expect(head?.split('\r\n')).toEqual(
    expect.arrayContaining([
      'HTTP/1.1 200 OK',
      'x-own: yes',
      'content-type: text/plain; charset=utf-8',
      `content-length: ${Buffer.byteLength(page)}`,
    ]),
  );
});

it('pipelined requests are answered one after the other, and HEAD without a body', async () => {
  const answers = await ask('GET / HTTP/1.1', 'Host: localhost', '', 'HEAD / HTTP/1.1', ...last);
  expect(answers.split(page).map((part) => /content-length: (\d+)/.exec(part)?.[1])).toEqual(
    Array(2).fill(String(Buffer.byteLength(page))),
  );
  expect(answers.endsWith('\r\n\r\n')).toBe(true);
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
