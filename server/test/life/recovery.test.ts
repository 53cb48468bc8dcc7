import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { Output } from '../../../contract/src/calls/all.ts';
import { findPostgresAccount, postgresEnvironment } from '../../src/platform/postgres/postgres-account.ts';
import { findPostgresBinaries } from '../../src/platform/postgres/postgres-binaries.ts';
import { clusterFolders } from '../../src/platform/postgres/postgres-cluster.ts';
import { Ground, postgresOf, type ServerProcess, untilNoPostgres } from './server-process.ts';

const ground = new Ground();
const dataDir = await ground.folder();
const site = { DATA_DIR: dataDir, RATE_LIMITS: 'off' };
const { cluster, socket, log } = clusterFolders(dataDir);
let cookie: string;
let uid: string;
afterEach(() => ground.killServers());
afterAll(() => ground.end());

async function call(server: ServerProcess, path: string, input?: object): Promise<Response> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Origin: `http://localhost:${new URL(server.url).port}`,
  };
  if (cookie) headers['Cookie'] = cookie;
  const init = input ? { method: 'POST', body: JSON.stringify(input) } : {};
  return fetch(`${server.url}/api/${path}`, { ...init, headers });
}

async function publish(server: ServerProcess, text: string): Promise<string | null> {
  const response = await call(server, 'publishPost', { text }).catch(() => null);
  // A killed server may truncate an answer.
  const body = (await response?.json().catch(() => null)) as Output<'publishPost'> | null;
  return response?.ok && body ? body.post.id : null;
}

beforeAll(async () => {
  const server = await ground.start(site);
  const response = await call(server, 'signUp', {
    displayName: 'Ana',
    email: 'ana@ejemplo.ar',
    password: 'aguante-la-popular',
    acceptedTos: true,
  });
  cookie = response.headers.getSetCookie()[0]!.split(';')[0]!;
  uid = ((await response.json()) as Output<'signUp'>).user.uid;
  server.kill('SIGTERM');
  await server.ended();
});

describe('the next start', () => {
  it('finds every acknowledged post after kill -9, and the exact count', async () => {
    const server = await ground.start(site);
    const acknowledged: string[] = [];
    const writer = async (name: string) => {
      for (let n = 0; n < 50; n++) {
        const id = await publish(server, `${name} ${n}`);
        if (id === null) return;
        acknowledged.push(id);
        if (acknowledged.length === 40) server.kill('SIGKILL');
      }
    };
    await Promise.all(['uno', 'dos', 'tres', 'cuatro'].map(writer));
    expect((await server.ended()).signal).toBe('SIGKILL');
    expect(acknowledged.length).toBeGreaterThanOrEqual(40);

    const next = await ground.start(site);
    for (const id of acknowledged) expect((await call(next, `getPost?postId=${id}`)).status).toBe(200);
    const { profile } = (await (await call(next, `getProfile?uid=${uid}`)).json()) as Output<'getProfile'>;
    expect(profile.postsCount).toBe(await countPosts(next));
    next.kill('SIGTERM');
    expect((await next.ended()).code).toBe(0);
  });

  it('stops a PostgreSQL that survived its server, and takes over', async () => {
    const orphan = await orphanPostgres();
    const server = await ground.start(site);
    expect(postgresOf(dataDir)).not.toContain(orphan);
    expect(await publish(server, 'sigue')).not.toBeNull();
    server.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);
  });

  it('is not blocked by a zombie’s files', async () => {
    const { pid, end } = await zombie();
    const file = join(cluster, 'postmaster.pid');
    await writeFile(
      file,
      [pid, cluster, 1_700_000_000, 5432, '../socket', '', '1 1', 'ready   ', ''].join('\n'),
    );
    await copyFile(file, join(socket, '.s.PGSQL.5432.lock'));
    const server = await ground.start(site);
    expect(await publish(server, 'también')).not.toBeNull();
    server.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);
    end();
  });
});

describe('a running server', () => {
  it('restarts its PostgreSQL when that is killed, as soon as possible, and loses nothing', async () => {
    const server = await ground.start(site);
    const before = await publish(server, 'antes');
    // A folder in place of its log file prevents PostgreSQL from starting.
    await rm(log);
    await mkdir(log);
    process.kill(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    await server.says('EISDIR');
    expect((await call(server, 'searchUsers?q=nadie')).status).toBe(503);
    await rmdir(log);
    let after: string | null = null;
    for (const end = Date.now() + 20_000; after === null && Date.now() < end;) {
      after = await publish(server, 'después');
      if (after === null) await wait(50);
    }
    expect(after).not.toBeNull();
    expect((await call(server, `getPost?postId=${before}`)).status).toBe(200);
    server.kill('SIGTERM');
    expect(await server.ended()).toEqual({ code: 0, signal: null, complaint: '' });
    await untilNoPostgres(dataDir);
  });
});

async function countPosts(server: ServerProcess): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await call(server, `getProfilePosts?uid=${uid}${more}`);
    const page = (await response.json()) as Output<'getProfilePosts'>;
    count += page.items.length;
    cursor = page.cursor;
  } while (cursor !== null);
  return count;
}

/** A PostgreSQL whose parent process has ended. */
async function orphanPostgres(): Promise<number> {
  const { initdb, postgres } = findPostgresBinaries();
  const { prefix, ids } = findPostgresAccount(initdb);
  const steady = prefix.filter((word) => !['--pdeathsig', 'INT'].includes(word));
  const [command, ...args] = [...steady, postgres, '-D', cluster, '-c', 'listen_addresses='];
  const child = spawn(command, [...args, '-c', 'unix_socket_directories=../socket'], {
    ...ids,
    env: postgresEnvironment,
    cwd: '/',
    stdio: 'ignore',
    detached: true,
  });
  const isReady = () => /\nready/.test(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'));
  while (!readdirSync(cluster).includes('postmaster.pid') || !isReady()) await wait(20);
  return child.pid!;
}

async function zombie(): Promise<{ pid: number; end: () => void }> {
  // It ends after the shell has exec'd a program that does not reap its children.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 300'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  while (!/\nState:\s+Z/.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) await wait(10);
  return { pid, end: () => parent.kill('SIGKILL') };
}
