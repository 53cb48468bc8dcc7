import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { limitBodyTime, allowSlowBody } from './slow-bodies.ts';

const server = createServer((request, response) => {
  if (request.url === '/file') allowSlowBody(request);
  if (request.url === '/at-once') response.end('early');
  else
    void text(request).then(
      (body) => response.end(body),
      () => response.destroy(),
    );
});
// Like the application's answer to an unreadable request.
server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.write('HTTP/1.1 408 Request Timeout\r\n\r\n');
  socket.destroy();
});
limitBodyTime(server, 600);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/**
 * The body of 10 bytes is sent byte by byte. A reset may follow the answer, since the server no longer
 * reads.
 */
async function drip(path: string, everyMs: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
  socket.on('error', () => {});
  const close = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 10\r\n\r\n`);
  for (let i = 0; i < 10 && !socket.destroyed; i++) {
    await wait(everyMs);
    if (!socket.destroyed) socket.write('x');
  }
  await close;
  return answer;
}

it('a body that takes too long ends with 408', async () => {
  expect(await drip('/', 150)).toMatch(/^HTTP\/1\.1 408 /);
});

it('a body in time passes, and so does a slow upload', async () => {
  expect(await drip('/', 1)).toMatch(/^HTTP\/1\.1 200 [^]*x{10}/);
  expect(await drip('/file', 100)).toMatch(/^HTTP\/1\.1 200 [^]*x{10}/);
});

it('a body that continues after its answer is cut', async () => {
  const start = performance.now();
  await drip('/at-once', 150);
  expect(performance.now() - start).toBeLessThan(1_400);
});
