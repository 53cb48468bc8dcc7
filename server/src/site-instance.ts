import cluster from 'node:cluster';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Logger } from 'pino';

import type { AppParts } from './app.ts';
import type { Config } from './config.ts';
import { RemoteWindows } from './platform/concurrency/remote-windows.ts';
import { availableMigrations } from './platform/postgres/migrate.ts';
import type { ProcessLife } from './platform/process/process-life.ts';
import { RedisWindows } from './platform/redis/redis-windows.ts';
import { openRedisCommands } from './platform/redis/redis.ts';
import { ipcTransport } from './platform/transport/ipc-transport.ts';
import { redisTransport } from './platform/transport/redis-transport.ts';
import type { Transport } from './platform/transport/transport.ts';

type Meeting = Pick<AppParts, 'instance' | 'sharedLimits'>;

type Secrets = { readonly sessionSecret: string; readonly pushPublicKey: string | null };

/**
 * How this process meets the others of the site: through Redis, through its parent, or not at all. Without any way, it
 * trusts none of its caches while the database lists another process.
 */
export async function siteInstance(
  life: ProcessLife,
  config: Config,
  secrets: Secrets,
  log: Logger,
): Promise<Meeting> {
  const { databaseUrl, redisUrl } = config;
  // The embedded database has no other process than the workers of one parent: its data folder is locked.
  if (databaseUrl === null && !cluster.isWorker) return {};
  const self = await describeProcess(config, secrets);
  if (redisUrl !== null) {
    const { transport, windows } = throughRedis(life, redisUrl, self.secrets, log);
    return { instance: { ...self, transport }, sharedLimits: { windows } };
  }
  if (!cluster.isWorker) return { instance: { ...self, transport: null } };
  return { instance: { ...self, transport: ipcTransport() }, sharedLimits: { windows: windowsOfParent() } };
}

async function describeProcess({ publicUrl, s3 }: Config, { sessionSecret, pushPublicKey }: Secrets) {
  const shared = [sessionSecret, pushPublicKey, s3?.bucket, publicUrl];
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string;
  };
  return {
    version,
    schema: (await availableMigrations()).at(-1) ?? '',
    secrets: createHash('sha256').update(JSON.stringify(shared)).digest(),
  };
}

function throughRedis(
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

function windowsOfParent(): RemoteWindows {
  const windows = new RemoteWindows((message) => {
    if (!process.connected) throw new Error('The parent process is gone');
    process.send?.(message);
  });
  process.on('message', (message) => windows.receive(message));
  return windows;
}
