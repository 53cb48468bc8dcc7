import { once } from 'node:events';
import { createServer } from 'node:net';

import { expect, onTestFinished, test, vi } from 'vitest';

import { createLog } from './platform/telemetry/log.ts';
import { throughRedis } from './site-redis.ts';

test('an outage of Redis is logged once, however often and differently it fails', async () => {
  let connections = 0;
  // A proxy without a Redis behind it accepts, and closes soon or at the first command.
  const proxy = createServer((socket) => {
    socket.on('error', () => {});
    connections += 1;
    if (connections % 2 === 0) socket.destroy();
    else socket.once('data', () => socket.resetAndDestroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as { port: number };
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const closings: (() => Promise<void>)[] = [];
  const life = { closeAtEnd: ({ close }: { close: () => Promise<void> }) => void closings.push(close) };
  const { transport } = throughRedis(life, `redis://127.0.0.1:${port}`, Buffer.alloc(32), log);
  onTestFinished(async () => {
    await transport.close();
    for (const close of closings) await close();
    proxy.close();
  });
  await vi.waitFor(() => expect(connections).toBeGreaterThan(8), { timeout: 10_000 });
  expect(warn.mock.calls.map(([, text]) => text)).toEqual(['Redis is unreachable']);
});
