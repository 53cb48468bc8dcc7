import { randomUUID } from 'node:crypto';

import { afterAll, inject } from 'vitest';

import { type Connection, createPool, type Pool } from '../src/platform/postgres/database.ts';
import { shardCount } from './citus/test-cluster.ts';
import { checkClock } from './clock/database-ahead.ts';
import { onEachNode } from './test-server.ts';

export type TestDatabase = {
  db: Pool;
  connection: Extract<Connection, { host: string }>;
  /** For tests that need features that Citus lacks, such as triggers. */
  isCitus: boolean;
  /** How many sessions wait for a lock, on any node. */
  lockWaits: () => Promise<number | null>;
};

/** For one test file: the database is dropped when the file is done. `empty`: without a schema. */
export async function cloneDatabase({ size = 12, empty = false } = {}): Promise<TestDatabase> {
  const server = inject('testServer');
  const [first] = server.nodes as [(typeof server.nodes)[0]];
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const from = empty ? server.empty : server.template;
  const onServer = (...statements: string[]) => onEachNode(server, 'postgres', statements);
  // Concurrent copies of one template block each other.
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${from} OWNER ${server.owner.user} STRATEGY file_copy`);
  if (server.isCitus) {
    // The time-outs of a session apply only to the coordinator (docs/operations.md).
    await onServer(
      `ALTER DATABASE ${name} SET citus.shard_count = ${shardCount}`,
      `ALTER DATABASE ${name} SET lock_timeout = '2s'`,
    );
  }
  const connection = { ...first, ...server.owner, database: name };
  const errors: Error[] = [];
  const db = createPool({ connection, size, onError: (error) => errors.push(error) });
  if (!empty) await checkClock(db.raw);
  afterAll(async () => {
    if (!db.raw.ended) await db.raw.end();
    // `pool.end()` resolves before the last connections have closed: DROP may break them.
    const connectionErrors = errors.splice(0);
    const drop = () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    // Maintenance by Citus may take longer to end than FORCE waits.
    await (server.isCitus ? drop().catch(drop) : drop());
    if (connectionErrors.length > 0) throw new AggregateError(connectionErrors, 'Idle connections broke');
  });
  const activity = server.isCitus ? 'citus_stat_activity' : 'pg_stat_activity';
  const waits = `SELECT 1 FROM ${activity} WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const lockWaits = async () => (await db.raw.query(waits)).rowCount;
  return { db, connection, isCitus: server.isCitus, lockWaits };
}
