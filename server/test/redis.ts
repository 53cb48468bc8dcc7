import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

import type { Redis } from 'ioredis';

const redisServer = findRedisServer();

/** Without a Redis, its tests are skipped and say so. */
export const hasRedis = redisServer !== null;

if (!hasRedis) process.stderr.write('SKIPPED: tests with Redis, since this machine has no redis-server\n');

/** A real Redis, without persistence. */
export type TestRedis = {
  readonly url: string;
  /** Like a crash: all data is lost. */
  kill(): Promise<void>;
  /** Restarts it after `kill`, empty, at the same address. */
  start(): Promise<void>;
  /** Stops answering until `resume`, without closing connections. */
  pause(): void;
  resume(): void;
};

/** @throws when `hasRedis` is false */
export async function startRedis({ password }: { password?: string } = {}): Promise<TestRedis> {
  const port = await freePort();
  let server = await run(port, password);
  process.once('exit', () => server.kill('SIGKILL'));
  return {
    url: `redis://${password === undefined ? '' : `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`,
    kill: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const exit = once(server, 'exit');
      server.kill('SIGKILL');
      await exit;
    },
    start: async () => {
      server = await run(port, password);
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
  };
}

/** A busy machine may need several attempts. */
export async function waitForConnection(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') await new Promise<void>((resolve) => redis.once('ready', resolve));
}

/** Extends the time-outs of commands, so that a busy machine does not look like a dead Redis. */
export function waitLong({ options }: Redis): void {
  options.commandTimeout = 10_000;
  options.socketTimeout = 10_000;
}

async function run(port: number, password: string | undefined): Promise<ChildProcess> {
  if (redisServer === null) throw new Error('this machine has no redis-server');
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  if (password !== undefined) settings.push('--requirepass', password);
  const server = spawn(redisServer, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of server.stdout) {
    output += String(chunk);
    if (output.includes('Ready to accept connections')) break;
  }
  if (!output.includes('Ready to accept connections')) throw new Error(`redis-server ended: ${output}`);
  return server;
}

function findRedisServer(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const paths = folders.flatMap((folder) => [join(folder, 'redis-server'), join(folder, 'valkey-server')]);
  return paths.find((path) => existsSync(path)) ?? null;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
