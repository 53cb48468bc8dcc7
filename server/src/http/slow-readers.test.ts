import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { cutSlowReader } from './slow-readers.ts';

const length = 30_000_000;
const chunk = Buffer.alloc(60_000, 7);
const server = createServer((_request, response) => {
  const content = Readable.from(
    (function* () {
      for (let i = 0; i < length / chunk.length; i++) yield chunk;
    })(),
  );
  // The kernel of a paused client buffers some megabytes: at this pace they last for two seconds.
  cutSlowReader(response, () => ({ graceMs: 500, bytesPerSecond: 4_000_000 }));
  response.on('close', () => content.destroy());
  content.pipe(response);
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function begin(): Promise<IncomingMessage> {
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
}

it('a client that reads a little now and then is cut', async () => {
  const requested = once(server, 'request');
  const answer = await begin();
  const [, response] = (await requested) as [IncomingMessage, ServerResponse];
  const sip = setInterval(() => answer.read(1), 5);
  await once(response, 'close');
  clearInterval(sip);
  expect(response.writableFinished).toBe(false);
  answer.destroy();
});

it('a client that has left already is not watched', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const client = connect((other.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [, response] = (await once(other, 'request')) as [IncomingMessage, ServerResponse];
  client.destroy();
  await once(response, 'close');
  const destroy = vi.spyOn(response, 'destroy');
  cutSlowReader(response, () => ({ graceMs: 1, bytesPerSecond: 1 }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(destroy).not.toHaveBeenCalled();
  other.close();
});

it('a client that reads steadily gets the whole answer', async () => {
  let bytes = 0;
  for await (const piece of (await begin()) as AsyncIterable<Buffer>) bytes += piece.length;
  expect(bytes).toBe(length);
});
