import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

import { clusterFolders } from '../../src/platform/postgres/postgres-cluster.ts';
import { processesIn } from '../../src/platform/postgres/postgres-leftovers.ts';

const main = 'server/dist/main.js';
const thisVersion = join(import.meta.dirname, '../../..');

/** Excludes a developer's environment. The compile cache saves 40 % of the CPU of a start. */
export const startEnvironment: Record<string, string | undefined> = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(import.meta.dirname, '../../../.cache/node'),
};

export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  #output = '';
  #complained = '';

  constructor(
    port: number,
    env: Record<string, string>,
    ids?: { uid: number; gid: number },
    version = thisVersion,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    this.#child = spawn(process.execPath, [join(version, main)], {
      ...ids,
      env: { ...startEnvironment, PORT: String(port), LOG_LEVEL: 'warn', DATABASE_URL: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#complained += chunk.toString()));
    const { stdout, stderr } = this.#child;
    const outputEnd = Promise.all([finished(stdout!), finished(stderr!)]);
    // Not 'close': a child with a disconnected channel never emits it.
    this.#exit = once(this.#child, 'exit').then(async ([code, signal]) => {
      await outputEnd;
      return { code, signal };
    });
  }

  /** Resolves when the server has printed `words`; rejects when it exits first. */
  async says(words: string): Promise<void> {
    const earlyExit = this.#exit.then(({ code, signal }) => {
      throw new Error(`It ended with ${code ?? signal}.\n${this.#output}${this.#complained}`);
    });
    while (!this.#output.includes(words)) {
      await Promise.race([once(this.#child.stdout!, 'data'), earlyExit]);
    }
    earlyExit.catch(() => {});
  }

  /** The standard output so far. */
  get output(): string {
    return this.#output;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Bytes. */
  get memory(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Simulates the death of the parent process. */
  disconnect(): void {
    this.#child.disconnect();
  }

  /** `complaint` is the standard error. */
  async ended(): Promise<{ code: number | null; signal: NodeJS.Signals | null; complaint: string }> {
    return { ...(await this.#exit), complaint: this.#complained };
  }
}

/** Starts servers for one test file; `end` removes everything that they leave. */
export class Ground {
  readonly #servers: ServerProcess[] = [];
  readonly #folders: string[] = [];

  async folder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'tablon-life-'));
    this.#folders.push(path);
    return path;
  }

  async spawn(
    env: Record<string, string>,
    ids?: { uid: number; gid: number },
    version?: string,
  ): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), env, ids, version);
    this.#servers.push(server);
    return server;
  }

  /** Waits until the server is ready. `version` is the folder of another version of the program. */
  async start(env: Record<string, string>, version?: string): Promise<ServerProcess> {
    const server = await this.spawn(env, undefined, version);
    await server.says('is ready');
    return server;
  }

  /** For servers that a failed test left running. */
  async killServers(): Promise<void> {
    for (const server of this.#servers) server.kill('SIGKILL');
    await Promise.all(this.#servers.map((server) => server.ended()));
  }

  async end(): Promise<void> {
    await this.killServers();
    for (const folder of this.#folders) {
      await untilNoPostgres(folder);
      await rm(folder, { recursive: true, force: true });
    }
  }
}

export function postgresOf(dataDir: string): number[] {
  const { cluster } = clusterFolders(dataDir);
  return existsSync(cluster) ? processesIn(realpathSync(cluster)) : [];
}

/** The PostgreSQL of a killed server exits some time after it. */
export async function untilNoPostgres(dataDir: string): Promise<void> {
  while (postgresOf(dataDir).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
