import type { Logger } from 'pino';

import type { ProcessLife } from './platform/process/process-life.ts';
import { RedisWindows } from './platform/redis/redis-windows.ts';
import { openRedisCommands } from './platform/redis/redis.ts';
import { redisTransport } from './platform/transport/redis-transport.ts';
import type { Transport } from './platform/transport/transport.ts';

/** `secrets` is the same on all machines of a site. */
export function throughRedis(
  life: Pick<ProcessLife, 'closeAtEnd'>,
  url: string,
  secrets: Buffer,
  log: Logger,
): { transport: Transport; windows: RedisWindows } {
  // The site also starts without Redis. An outage is logged once: its two connections fail again and again,
  // each for reasons of its own.
  let isLogged = false;
  const onError = (reason: string) => {
    if (!isLogged) log.warn({ reason }, 'Redis is unreachable');
    isLogged = true;
  };
  const commands = openRedisCommands(url, onError);
  commands.on('ready', () => (isLogged = false));
  life.closeAtEnd({ close: async () => commands.disconnect() });
  // Another site may use the same Redis.
  const site = `tablon:${secrets.toString('hex', 0, 8)}`;
  return {
    transport: redisTransport(url, { channel: site, commands, onError }),
    windows: new RedisWindows(commands, site),
  };
}
