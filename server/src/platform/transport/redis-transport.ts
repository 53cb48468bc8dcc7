import type { Redis } from 'ioredis';

import { type OnRedisError, openRedisSubscriber } from '../redis/redis.ts';
import type { Transport } from './transport.ts';

const pingMs = 1_000;

export function redisTransport(
  url: string,
  { channel, commands, onError }: { channel: string; commands: Redis; onError: OnRedisError },
): Transport {
  const subscriber = openRedisSubscriber(url, onError);
  const lossListeners: (() => void)[] = [];
  let connections = 0;
  subscriber.on('ready', () => {
    // Texts were lost while there was no connection.
    if (++connections > 1) for (const listener of lossListeners) listener();
  });
  // Fails only when the connection is closed for good.
  subscriber.subscribe(channel).catch(() => undefined);
  const pings = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(() => undefined);
  }, pingMs).unref();
  return {
    publish: async (text) => void (await commands.publish(channel, text)),
    onText: (listener) => void subscriber.on('message', (_channel, text) => listener(text)),
    onLost: (listener) => void lossListeners.push(listener),
    close: async () => {
      clearInterval(pings);
      subscriber.disconnect();
    },
  };
}
