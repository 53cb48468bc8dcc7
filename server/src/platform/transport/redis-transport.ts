import type { Redis } from 'ioredis';

import { type OnRedisError, openRedisSubscriber } from '../redis/redis.ts';
import type { Transport } from './transport.ts';

/** Through a channel of Redis, which all machines of the site share. `commands` is also used by others. */
export function redisTransport(
  url: string,
  { channel, commands, onError }: { channel: string; commands: Redis; onError: OnRedisError },
): Transport {
  const subscriber = openRedisSubscriber(url, onError);
  const lost: (() => void)[] = [];
  let connections = 0;
  subscriber.on('ready', () => {
    // Texts from before this connection did not arrive.
    if (++connections > 1) for (const listener of lost) listener();
  });
  // Fails only when the connection is closed for good.
  subscriber.subscribe(channel).catch(() => undefined);
  return {
    publish: async (text) => void (await commands.publish(channel, text)),
    onText: (listener) => void subscriber.on('message', (_channel, text) => listener(text)),
    onLost: (listener) => void lost.push(listener),
    close: async () => subscriber.disconnect(),
  };
}
