import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { limitBodyTime, allowSlowBody } from './slow-bodies.ts';

const timeoutMs = 600;
const server = createServer((request, response) => {
  if (request.url === '/file') allowSlowBody(request);
  if (request.url === '/file-of-user') setTimeout(() => allowSlowBody(request), 50);
  const answer = () =>
    void text(request).then(
      (body) => response.end(body),
      () => response.destroy(),
    );
  if (request.url === '/at-once') response.end('early');
  else if (request.url === '/read-later') setTimeout(answer, 50);
  else answer();
});
// Like the application's answer to an unreadable request.
server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.write('HTTP/1.1 408 Request Timeout\r\n\r\n');
  socket.destroy();
});
limitBodyTime(server, timeoutMs);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 10\r\n\r\n`;

/** A reset may follow the answer, since the server no longer reads. */
async function answerTo(send: (socket: Socket) => Promise<void> | boolean): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
  socket.on('error', () => {});
  const close = new Promise((resolve) => socket.once('close', resolve));
  await send(socket);
  await close;
  return answer;
}

/** The body is sent byte by byte. */
function drip(path: string, everyMs: number): Promise<string> {
  return answerTo(async (socket) => {
    socket.write(head(path));
    for (let i = 0; i < 10 && !socket.destroyed; i++) {
      await wait(everyMs);
      if (!socket.destroyed) socket.write('x');
    }
  });
}

it('a body that takes too long ends with 408', async () => {
  expect(await drip('/', 150)).toMatch(/^HTTP\/1\.1 408 /);
});

it('a body in time passes, and so does a slow upload', async () => {
  expect(await drip('/', 1)).toMatch(/^HTTP\/1\.1 200 [^]*x{10}/);
  expect(await drip('/file', 100)).toMatch(/^HTTP\/1\.1 200 [^]*x{10}/);
  expect(await drip('/file-of-user', 100)).toMatch(/^HTTP\/1\.1 200 [^]*x{10}/);
});

it('a body that arrives with its head needs no timer', async () => {
  const startTimer = vi.spyOn(globalThis, 'setTimeout');
  const timers = () => startTimer.mock.calls.filter(([, ms]) => ms === timeoutMs).length;
  expect(await answerTo((socket) => socket.write(`${head('/read-later')}xxxxxxxxxx`))).toMatch(
    /200 [^]*x{10}/,
  );
  expect(timers()).toBe(0);
  await drip('/', 1);
  expect(timers()).toBe(1);
  startTimer.mockRestore();
});

it('a body that continues after its answer is cut', async () => {
  const start = performance.now();
  await drip('/at-once', 150);
  expect(performance.now() - start).toBeLessThan(1_400);
});
