import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { type Connection, createPool } from '../src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';
import { setDatabaseAhead } from './clock/database-ahead.ts';

/** The PostgreSQL of this run, and the migrated template database that test files clone. */
export type TestServer = { host: string; port: number; template: string };

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

/** Starts one PostgreSQL for all database tests of this run, and migrates the template once. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tablon-test-'));
  const server = await startEmbeddedPostgres({ dataDir, say: () => {}, durable: false });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const { host, port, database } = server.connection as Extract<Connection, { host: string }>;
    await setDatabaseAhead({ host, port, database });
    const pool = createPool({ connection: server.connection, size: 2, onError: () => {} });
    await migrate(pool.raw);
    await pool.raw.end();
    project.provide('testServer', { host, port, template: database });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
