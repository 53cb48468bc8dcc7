import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { type Connection, createPool } from '../src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';
import { prepareCitus } from './citus/test-cluster.ts';
import { setDatabaseAhead } from './clock/database-ahead.ts';
import type { TestServer } from './test-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

// Six test files at once, each with a few sites of 12 connections.
const maxConnections = 200;

/** One PostgreSQL for all database tests: an embedded one, or the Citus cluster of TEST_CITUS_URL. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const citusUrl = process.env['TEST_CITUS_URL'];
  const { server, remove } = citusUrl
    ? await prepareCitus(citusUrl)
    : await prepareEmbedded(Number(project.config.env['TEST_DAYS_AHEAD'] ?? 0));
  project.provide('testServer', server);
  return remove;
}

async function prepareEmbedded(
  daysAhead: number,
): Promise<{ server: TestServer; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tablon-test-'));
  const embedded = await startEmbeddedPostgres({ dataDir, say: () => {}, durable: false, maxConnections });
  const remove = async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const { host, port, user, database } = embedded.connection as Extract<Connection, { host: string }>;
    if (daysAhead > 0) await setDatabaseAhead({ host, port, database }, daysAhead);
    const pool = createPool({ connection: embedded.connection, size: 2, onError: () => {} });
    await migrate(pool.raw);
    await pool.raw.end();
    const server: TestServer = {
      nodes: [{ host, port }],
      administrator: { user: 'postgres' },
      owner: { user },
      template: database,
      empty: 'template0',
      isCitus: false,
    };
    return { server, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
