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
import { programFolder } from './platform/process/program-folder.ts';
import { channelToParent } from './platform/process/workers.ts';
import { parentTransport } from './platform/transport/parent-transport.ts';

type InstanceParts = Pick<AppParts, 'instance' | 'sharedLimits'>;

type Secrets = { readonly sessionSecret: string; readonly pushPublicKey: string | null };

/**
 * Processes of a site exchange messages through Redis, through their parent, or not at all. In the last
 * case this one trusts none of its caches while the database lists another process.
 */
export async function siteInstance(
  life: ProcessLife,
  config: Config,
  secrets: Secrets,
  log: Logger,
): Promise<InstanceParts> {
  const { databaseUrl, redisUrl } = config;
  // The embedded database serves only the workers of one parent: its data folder is locked.
  if (databaseUrl === null && !cluster.isWorker) return {};
  const self = await describeProcess(config, secrets);
  if (redisUrl !== null) {
    // The Redis client would be a twentieth of the program to load.
    const { throughRedis } = await import('./site-redis.ts');
    const { transport, windows } = throughRedis(life, redisUrl, self.secrets, log);
    return { instance: { ...self, transport }, sharedLimits: { windows } };
  }
  if (!cluster.isWorker) return { instance: { ...self, transport: null } };
  return {
    instance: { ...self, transport: parentTransport(channelToParent()) },
    sharedLimits: { windows: windowsOfParent() },
  };
}

async function describeProcess({ publicUrl, s3 }: Config, { sessionSecret, pushPublicKey }: Secrets) {
  const sharedValues = [sessionSecret, pushPublicKey, s3?.bucket, publicUrl];
  const { version } = JSON.parse(readFileSync(join(programFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return {
    version,
    schema: (await availableMigrations()).at(-1) ?? '',
    secrets: createHash('sha256').update(JSON.stringify(sharedValues)).digest(),
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
