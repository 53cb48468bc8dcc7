import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { StartFailure } from '../process/start-failure.ts';
import { type PostgresAccount, postgresEnvironment } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

export const role = 'tablon';
export const databaseName = 'tablon';

export type ClusterFolders = { root: string; cluster: string; socket: string; log: string };

export function clusterFolders(dataDir: string): ClusterFolders {
  const root = join(dataDir, 'postgres');
  return {
    root,
    cluster: join(root, 'cluster'),
    socket: join(root, 'socket'),
    log: join(root, 'server.log'),
  };
}

export async function prepareCluster(
  folders: ClusterFolders,
  binaries: PostgresBinaries,
  account: PostgresAccount,
  options: { durable: boolean; onCreate: () => void },
): Promise<void> {
  if (account.owner === null) refuseFilesOfOthers(folders);
  mkdirSync(folders.root, { recursive: true, mode: 0o700 });
  // Only a PostgreSQL without the capability to pass closed folders needs an open path.
  if (account.ids) for (const path of [dirname(folders.root), folders.root]) chmodSync(path, 0o711);
  mkdirSync(folders.socket, { recursive: true, mode: 0o700 });
  chownTo(folders.socket, account);
  if (!existsSync(folders.cluster)) {
    options.onCreate();
    await createCluster(folders, binaries, account, options.durable);
  }
  chownTo(folders.cluster, account);
}

/**
 * Node reports by an event that a program cannot be run, as without file descriptors.
 * @throws {StartFailure} then, with `problem` and the reason
 */
export async function expectSpawned(child: ChildProcess, problem: string): Promise<void> {
  if (child.pid !== undefined) return;
  const [error] = (await once(child, 'error')) as [Error];
  throw new StartFailure(`${problem}: ${error.message}.`, { cause: error });
}

function refuseFilesOfOthers({ root, cluster }: ClusterFolders): void {
  for (const path of [root, cluster]) {
    const owner = statSync(path, { throwIfNoEntry: false })?.uid;
    if (owner === undefined || owner === process.getuid?.()) continue;
    throw new StartFailure(
      `DATA_DIR ${dirname(root)} holds files of another user, as after a run by root: give all of it to this one with 'chown -R'.`,
    );
  }
}

async function createCluster(
  { root, cluster }: ClusterFolders,
  { initdb, postgres }: PostgresBinaries,
  account: PostgresAccount,
  durable: boolean,
): Promise<void> {
  // An initdb that outlived its killed parent removes its own draft, never this one.
  for (const name of readdirSync(root).filter((entry) => entry.startsWith('cluster.new'))) {
    rmSync(join(root, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const draft = join(root, `cluster.new.${process.pid}`);
  mkdirSync(draft, { mode: 0o700 });
  chownTo(draft, account);
  const target = ['--pgdata', draft, '--username', 'postgres', '--no-instructions'];
  const text = [
    '--encoding',
    'UTF8',
    '--locale',
    'C',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
  ];
  const safety = ['--data-checksums', '--auth-local', 'trust', '--auth-host', 'reject'];
  await run(account, initdb, [...target, ...text, ...safety, ...(durable ? [] : ['--no-sync'])]);
  const statements = `CREATE ROLE ${role} LOGIN;\nCREATE DATABASE ${databaseName} OWNER ${role};\n`;
  const output = await run(account, postgres, ['--single', '-F', '-D', draft, 'postgres'], statements);
  if (/ERROR|FATAL|PANIC/.test(output)) throw new StartFailure(`PostgreSQL: ${lastLine(output)}`);
  renameSync(draft, cluster);
}

async function run(account: PostgresAccount, program: string, args: string[], input = ''): Promise<string> {
  const [command = program, ...rest] = [...account.prefix, program, ...args];
  const child = spawn(command, rest, { ...account.ids, env: postgresEnvironment, cwd: '/', detached: true });
  await expectSpawned(child, 'The database could not be created');
  let output = '';
  child.stdout.resume();
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new StartFailure(`The database could not be created: ${lastLine(output)}`);
  return output;
}

function lastLine(text: string): string {
  return (
    text
      .trim()
      .split('\n')
      .findLast((line) => /error|fatal|panic|could not|cannot/i.test(line)) ?? text.trim()
  );
}

// Another kind of account may have created the data: only then every file is changed.
function chownTo(path: string, { owner }: PostgresAccount): void {
  if (owner === null || statSync(path).uid === owner.uid) return;
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(path, entry), owner.uid, owner.gid);
  }
  // Last, so that an interrupted change is repeated.
  chownSync(path, owner.uid, owner.gid);
}
