import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

import { describe, expect, onTestFinished, test } from 'vitest';

import { hasRedis, startRedis, type TestRedis, waitForConnection } from '../../../test/redis.ts';
import { openRedisCommands } from '../redis/redis.ts';
import { redisTransport } from './redis-transport.ts';

describe.runIf(hasRedis)('with a Redis', () => {
  test('texts arrive again after the network lost the subscription', async () => {
    const server = await startRedis();
    onTestFinished(() => server.kill());
    const commands = openRedisCommands(server.url, () => {});
    onTestFinished(() => commands.disconnect());
    await waitForConnection(commands);
    const proxy = await openProxy(server);
    const transport = redisTransport(proxy.url, { channel: 'site', commands, onError: () => {} });
    onTestFinished(() => transport.close());
    const texts: string[] = [];
    transport.onText((text) => texts.push(text));
    let losses = 0;
    transport.onLost(() => losses++);
    const hears = async (text: string) => {
      await transport.publish(text);
      return texts.includes(text);
    };
    await expect.poll(() => hears('before')).toBe(true);
    proxy.fallSilent();
    await expect.poll(() => hears('after')).toBe(true);
    expect(losses).toBe(1);
  });
});

/** `fallSilent` keeps open connections open, and forwards nothing on them any more. */
async function openProxy({ url }: TestRedis) {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect(Number(port), hostname);
    server.pipe(client).pipe(server);
    sockets.push(client, server);
    for (const socket of [client, server]) socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return {
    url: `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    fallSilent: () => {
      for (const socket of sockets) socket.unpipe().resume();
    },
  };
}
