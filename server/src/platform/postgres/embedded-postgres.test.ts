import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';

import { StartFailure } from '../process/start-failure.ts';
import { embeddedConnection, Server } from './embedded-postgres.ts';
import { findPostgresAccount } from './postgres-account.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { clusterFolders, prepareCluster } from './postgres-cluster.ts';

it('a PostgreSQL that cannot be run for a while is started again afterwards', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tablon-postgres-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const runner = join(dataDir, 'run');
  await chmod(dataDir, 0o755);
  await writeFile(runner, '#!/bin/sh\nexec "$@"\n');
  const binaries = findPostgresBinaries();
  const plain = findPostgresAccount(binaries.initdb);
  const account = { ...plain, prefix: [runner, ...plain.prefix] };
  const folders = clusterFolders(dataDir);
  const crashes: string[] = [];
  const options = { durable: false, onCrash: (detail: object) => crashes.push(JSON.stringify(detail)) };
  const prepare = () => prepareCluster(folders, binaries, account, { ...options, onCreate: () => {} });
  const server = new Server(folders, binaries, account, options);

  await expect(prepare()).rejects.toThrow(
    new StartFailure(`The database could not be created: spawn ${runner} EACCES.`),
  );
  await chmod(runner, 0o755);
  await prepare();
  await chmod(runner, 0o644);
  await expect(server.start()).rejects.toThrow(
    new StartFailure(`PostgreSQL did not start: spawn ${runner} EACCES.`),
  );

  await chmod(runner, 0o755);
  await server.start();
  onTestFinished(() => server.stop());
  await chmod(runner, 0o644);
  process.kill(server.pid!, 'SIGKILL');
  await expect.poll(() => crashes.join()).toContain('EACCES');
  await chmod(runner, 0o755);
  const answers = async () => {
    const client = new pg.Client(embeddedConnection(dataDir));
    await client.connect();
    const { rowCount } = await client.query('SELECT');
    await client.end();
    return rowCount;
  };
  await expect.poll(() => answers().catch(() => null), { timeout: 20_000 }).toBe(1);
}, 60_000);
