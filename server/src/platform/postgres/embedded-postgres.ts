import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { StartFailure } from '../process/start-failure.ts';
import type { Connection } from './database.ts';
import { findPostgresAccount, type PostgresAccount, postgresEnvironment } from './postgres-account.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import {
  type ClusterFolders,
  clusterFolders,
  databaseName,
  expectSpawned,
  prepareCluster,
  role,
} from './postgres-cluster.ts';
import { clearLeftovers } from './postgres-leftovers.ts';

export type EmbeddedPostgresOptions = {
  /** The caller holds its lock. */
  dataDir: string;
  say: (line: string) => void;
  onCrash?: (detail: object) => void;
  /** False only in tests: turns fsync off. */
  durable?: boolean;
  maxConnections?: number | undefined;
};

export type EmbeddedPostgres = {
  connection: Connection;
  pid: () => number | undefined;
  stop: () => Promise<void>;
  abandon: () => void;
};

const port = 5432;

/** For a small server: the whole product stays below 250 MB when idle. */
const settings = {
  listen_addresses: '',
  // Relative to the cluster: the path of a socket is limited to 107 bytes.
  unix_socket_directories: '../socket',
  unix_socket_permissions: '0700',
  port: String(port),
  max_connections: '60',
  shared_buffers: '32MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '512MB',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // User content must not get into the log with a failed statement.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/**
 * Listens on a Unix socket only, and is restarted when it exits unexpectedly.
 * @throws {StartFailure} in one line
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, say, onCrash, durable = true, maxConnections } = options;
  const binaries = findPostgresBinaries();
  const account = findPostgresAccount(binaries.initdb);
  const folders = clusterFolders(dataDir);
  await prepareCluster(folders, binaries, account, { durable, onCreate: () => say('Making the database…') });
  const server = new Server(folders, binaries, account, { durable, onCrash, maxConnections });
  await server.start();
  return {
    connection: embeddedConnection(dataDir),
    pid: () => server.pid,
    stop: () => server.stop(),
    abandon: () => server.abandon(),
  };
}

export function hasEmbeddedPostgres(dataDir: string): boolean {
  return existsSync(clusterFolders(dataDir).cluster);
}

export function embeddedConnection(dataDir: string): Connection {
  return { host: socketHost(clusterFolders(dataDir).socket), port, user: role, database: databaseName };
}

function socketHost(folder: string): string {
  const isShort = Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= 107;
  // Above the limit, hold the folder open and use its short name in /proc.
  return isShort ? folder : `/proc/self/fd/${openSync(folder, 'r')}`;
}

const second = 1_000;

export class Server {
  readonly #folders: ClusterFolders;
  readonly #binaries: PostgresBinaries;
  readonly #account: PostgresAccount;
  readonly #options: Pick<EmbeddedPostgresOptions, 'durable' | 'onCrash' | 'maxConnections'>;
  #child: ChildProcess | undefined;
  #stopping = false;

  constructor(
    folders: ClusterFolders,
    binaries: PostgresBinaries,
    account: PostgresAccount,
    options: Pick<EmbeddedPostgresOptions, 'durable' | 'onCrash' | 'maxConnections'>,
  ) {
    this.#folders = folders;
    this.#binaries = binaries;
    this.#account = account;
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const { cluster, socket } = this.#folders;
    await clearLeftovers(cluster, socket);
    const child = this.#spawn();
    this.#child = child;
    await expectSpawned(child, 'PostgreSQL did not start');
    while (!isReady(cluster, child)) {
      if (hasExited(child)) throw new StartFailure(`PostgreSQL did not start: ${this.#lastLogLine()}`);
      await wait(10);
    }
    child.once('exit', (code, signal) => void this.#restart(code, signal));
    // It may have exited between the last check and the listener.
    if (hasExited(child)) void this.#restart(child.exitCode, child.signalCode);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const [signal, patienceMs] of [
      ['SIGINT', 3 * second],
      ['SIGQUIT', second],
      ['SIGKILL', second],
    ] as const) {
      this.#child?.kill(signal);
      for (const end = performance.now() + patienceMs; performance.now() < end; await wait(10)) {
        if (!this.#child || hasExited(this.#child)) return;
      }
    }
  }

  abandon(): void {
    this.#stopping = true;
    this.#child?.kill('SIGQUIT');
  }

  async #restart(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    if (this.#stopping) return;
    this.#options.onCrash?.({ code, signal });
    for (let pauseMs = 100; !this.#stopping; pauseMs = Math.min(pauseMs * 2, 5 * second)) {
      try {
        await this.start();
        return;
      } catch (error) {
        // The cause may pass, like a full disk or a lack of file descriptors.
        this.#options.onCrash?.({ reason: String(error) });
        await wait(pauseMs);
      }
    }
  }

  #spawn(): ChildProcess {
    const { cluster, log } = this.#folders;
    const { durable, maxConnections = 0 } = this.#options;
    const active: Record<string, string> = {
      ...settings,
      max_connections: String(Math.max(Number(settings.max_connections), maxConnections)),
      ...(durable === false && { fsync: 'off' }),
    };
    const args = Object.entries(active).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const { prefix, ids } = this.#account;
    const [command = '', ...rest] = [...prefix, this.#binaries.postgres, '-D', cluster, ...args];
    const output = openLog(log);
    try {
      return spawn(command, rest, {
        ...ids,
        env: postgresEnvironment,
        cwd: '/',
        stdio: ['ignore', 'ignore', output],
        // Ctrl+C in the terminal must not reach PostgreSQL before the last requests are answered.
        detached: true,
      });
    } finally {
      closeSync(output);
    }
  }

  #lastLogLine(): string {
    const lines = readFileSync(this.#folders.log, 'utf8').trim().split('\n');
    return (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '').replace(/^.*?\] /, '');
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

// pg_ctl, too, reads the state from the eighth line.
function isReady(cluster: string, child: ChildProcess): boolean {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return false;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines[0] === String(child.pid) && lines[7]?.trim() === 'ready';
}

function openLog(path: string): number {
  const maxBytes = 10 * 1024 * 1024;
  if (existsSync(path) && statSync(path).size > maxBytes) renameSync(path, `${path}.old`);
  return openSync(path, 'a', 0o600);
}
