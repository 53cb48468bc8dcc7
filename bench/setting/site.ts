import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { serverOptions } from '../../scripts/setup/node.mjs';
import { embeddedConnection } from '../../server/src/platform/postgres/embedded-postgres.ts';
import { Signer } from '../../server/src/platform/secrets/signed.ts';
import { benchName } from './bench-name.ts';
import { Heap } from './heap.ts';
import { type Halves, memoryOf } from './processes.ts';

const root = join(import.meta.dirname, '../..');
const secret = 'a secret of benchmarks, which serve nobody';

export type SiteSize = { users: number; posts: number };

export type Visitor = { uid: string; cookie: string };

/** The real server as a process, with its embedded database in a temporary folder. */
export class BenchSite {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'tablon-bench-'));
  readonly #signer = new Signer(secret);
  readonly #profile: string | null;
  readonly #inspected: boolean;
  readonly #processes: number;
  #inspector = 0;
  #heap: Heap | undefined;
  #process: ChildProcess | undefined;
  #port = 0;
  #db: pg.Pool | undefined;

  /** @param profile a folder for CPU profiles, one per start of the server */
  constructor(profile: string | null = null, inspected = false, processes = 1) {
    this.#profile = profile;
    this.#inspected = inspected;
    this.#processes = processes;
  }

  get port(): number {
    return this.#port;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  get db(): pg.Pool {
    this.#db ??= new pg.Pool({
      ...embeddedConnection(this.dataDir),
      application_name: benchName,
      max: 2,
      idleTimeoutMillis: 1_000,
    }).on('error', () => {});
    return this.#db;
  }

  async seed({ users, posts }: SiteSize): Promise<void> {
    const args = [`--users=${users}`, `--posts=${posts}`];
    // Stored like the server, so that stopping the site also stops the seed.
    this.#process = this.#spawn(['server/dist/seed-main.js', ...args]);
    const [code] = (await once(this.#process, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`seeding ended with ${code}`);
  }

  /** @returns the milliseconds until the first answer */
  async start(port?: number): Promise<number> {
    this.#port = port ?? (await freePort());
    const start = performance.now();
    const profile = this.#profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${this.#profile}`];
    if (this.#inspected) this.#inspector = await freePort();
    const inspect = this.#inspected
      ? [`--inspect=127.0.0.1:${this.#inspector}`, '--inspect-publish-uid=http']
      : [];
    this.#process = this.#spawn([...serverOptions, ...profile, ...inspect, 'server/dist/main.js']);
    const server = this.#process;
    // Otherwise the measurements would wait for ever.
    server.once('exit', (code, signal) => {
      if (this.#process !== server) return;
      process.stderr.write(`The server exited unexpectedly (${signal ?? code}).\n`);
      process.kill(process.pid, 'SIGTERM');
    });
    while (!(await isReady(this.#port))) {
      if (server.exitCode !== null) throw new Error('the server did not start');
      await wait(5);
    }
    return performance.now() - start;
  }

  /** Makes everybody readable without an account. Restarts the server, to empty its caches. */
  async openToAnybody(): Promise<void> {
    await this.db.query('UPDATE users SET public_reading = true WHERE public_reading IS NOT TRUE');
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    this.#heap?.close();
    this.#heap = undefined;
    await this.#db?.end();
    this.#db = undefined;
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGTERM');
    await once(running, 'exit');
  }

  async remove(): Promise<void> {
    await this.stop();
    // The PostgreSQL of a killed server may still be writing.
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  async signIn(uids: readonly string[]): Promise<Visitor[]> {
    const tokens = uids.map(() => randomBytes(32).toString('base64url'));
    await this.db.query(
      `INSERT INTO sessions (token_hash, uid, created_at, last_seen_at, expires_at)
       SELECT hash, uid, now(), now(), now() + interval '1 day' FROM unnest($1::bytea[], $2::uuid[]) AS t (hash, uid)`,
      [tokens.map((token) => createHash('sha256').update(token).digest()), uids],
    );
    return uids.map((uid, i) => ({ uid, cookie: `sid=${this.#signer.sign('session', tokens[i] ?? '')}` }));
  }

  async ask(request: string): Promise<string> {
    const [head = '', body] = request.split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    const [method = 'GET', path = '/'] = first.split(' ');
    const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2)));
    delete headers['Host'];
    const response = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method,
      headers,
      ...(method === 'POST' && { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${first} answered ${response.status} ${text}`);
    return text;
  }

  async memory(): Promise<Halves> {
    const { rows } = await this.db.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE application_name = $1',
      [benchName],
    );
    return memoryOf(this.pid, new Set(rows.map(({ pid }) => pid)));
  }

  async heap(): Promise<number> {
    this.#heap ??= await Heap.open(this.#inspector);
    return this.#heap.inUse();
  }

  /** Keeps jobs from taking CPU during a measurement, also those that are due within two seconds. */
  async drainJobs(): Promise<void> {
    for (;;) {
      const { rows } = await this.db.query<{ due: boolean }>(
        `SELECT EXISTS (SELECT FROM graphile_worker.jobs WHERE run_at <= now() + interval '2 seconds')
           OR EXISTS (SELECT FROM pending_fan_outs) AS due`,
      );
      if (!rows[0]?.due) return;
      await wait(20);
    }
  }

  #spawn(args: string[]): ChildProcess {
    return spawn(process.execPath, args, {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        DATA_DIR: this.dataDir,
        PORT: String(this.#port || 3000),
        PUBLIC_URL: 'http://localhost',
        RATE_LIMITS: 'off',
        PROCESSES: String(this.#processes),
        SESSION_SECRET: secret,
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
      // On Ctrl+C the bench stops this process cleanly.
      detached: true,
    });
  }
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/ready`).then(
    (response) => response.ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
