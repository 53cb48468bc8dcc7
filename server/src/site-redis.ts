import type { Logger } from 'pino';

import type { ProcessLife } from './platform/process/process-life.ts';
import { RedisWindows } from './platform/redis/redis-windows.ts';
import { openRedisCommands } from './platform/redis/redis.ts';
import { redisTransport } from './platform/transport/redis-transport.ts';
import type { Transport } from './platform/transport/transport.ts';

/** The messages and shared windows of a site whose machines have one Redis. `secrets` is the same on all of them. */
export function throughRedis(
  life: ProcessLife,
  url: string,
  secrets: Buffer,
  log: Logger,
): { transport: Transport; windows: RedisWindows } {
  // The site also starts without Redis. A reason is logged once, and not for each attempt to connect.
  let logged: string | null = null;
  const onError = (reason: string) => {
    if (reason !== logged) log.warn({ reason }, 'Redis is unreachable');
    logged = reason;
  };
  const commands = openRedisCommands(url, onError);
  commands.on('ready', () => (logged = null));
  life.opened({ close: async () => commands.disconnect() });
  // Another site may use the same Redis.
  const channel = `tablon:${secrets.toString('hex', 0, 8)}`;
  return {
    transport: redisTransport(url, { channel, commands, onError }),
    windows: new RedisWindows(commands),
  };
}
