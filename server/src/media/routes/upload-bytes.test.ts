import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { afterEach, describe, expect, it } from 'vitest';

import { Problem } from '../../../../contract/src/problem.ts';
import { bytesOf, drainBody } from './upload-bytes.ts';

let close = () => {};
afterEach(() => close());

/** Sends the beginning of a body of 100,000 bytes; `handle` is the server's handler. */
async function send(handle: (request: IncomingMessage) => Promise<void>, beginning: string) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sender = request({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    method: 'POST',
    headers: { 'content-length': 100_000 },
  });
  sender.on('error', () => {});
  sender.write(beginning);
  const [incoming, response] = await once(server, 'request');
  close = () => {
    sender.destroy();
    server.closeAllConnections();
    server.close();
  };
  return { sender, response, handled: handle(incoming) };
}

const readAll = (idleMs?: number, minBytes?: number) => async (incoming: IncomingMessage) => {
  for await (const _ of bytesOf(incoming, { idleMs, minBytes }));
};

describe('the bytes of a request', () => {
  it('end with a Problem when the client disconnects', async () => {
    const { sender, handled } = await send(readAll(), 'x'.repeat(500));
    sender.destroy();
    await expect(handled).rejects.toThrow(Problem);
  });

  it('end when nothing arrives for too long, not while something does', async () => {
    const { sender, handled } = await send(readAll(600, 1), 'x');
    for (let i = 0; i < 8; i++) {
      await wait(100);
      sender.write('x');
    }
    const start = performance.now();
    await expect(handled).rejects.toThrow('La subida se cortó.');
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('end when they only trickle', async () => {
    const { sender, handled } = await send(readAll(300, 1_000), 'x');
    const drip = setInterval(() => sender.write('x'), 20);
    try {
      await expect(handled).rejects.toThrow('La subida se cortó.');
    } finally {
      clearInterval(drip);
    }
  });

  it('can be abandoned: the client still reads the answer, even if it keeps sending', async () => {
    const { sender, response, handled } = await send(async (incoming) => {
      const bytes = bytesOf(incoming);
      await bytes.next();
      await bytes.return();
      drainBody(incoming);
    }, 'x'.repeat(70_000));
    await handled;
    response.writeHead(413).end('too large');
    const [answer] = (await once(sender, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    sender.end('x'.repeat(30_000));
    answer.resume();
    await once(sender, 'close');
    expect(sender.errored).toBeNull();
  });

  it('are not drained forever', async () => {
    const { sender, handled } = await send(async (incoming) => drainBody(incoming, 100), 'x');
    await handled;
    await expect(once(sender, 'response')).rejects.toThrow('socket hang up');
  });
});
