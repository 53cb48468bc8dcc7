import { randomUUID } from 'node:crypto';

import { afterAll, inject } from 'vitest';

import { type Connection, createPool, type Pool } from '../src/platform/postgres/database.ts';
import { shardCount } from './citus/test-cluster.ts';
import { checkClock } from './clock/database-ahead.ts';
import { onEachNode } from './test-server.ts';

export type TestDatabase = {
  db: Pool;
  connection: Extract<Connection, { host: string }>;
  /** For the few tests whose means Citus lacks, such as triggers. */
  isCitus: boolean;
};

/**
 * A database for this test file, with the whole schema and its constraints, dropped when the file is done: `const {
 * db } = await cloneDatabase();` at the top of the file. An `empty` one has no schema yet.
 */
export async function cloneDatabase({ size = 12, empty = false } = {}): Promise<TestDatabase> {
  const server = inject('testServer');
  const [first] = server.nodes as [(typeof server.nodes)[0]];
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const from = empty ? server.empty : server.template;
  const onServer = (...statements: string[]) => onEachNode(server, 'postgres', statements);
  // Copies of one template lock each other out.
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${from} OWNER ${server.owner.user} STRATEGY file_copy`);
  if (server.isCitus) {
    // The time-outs of a session hold on the coordinator only (docs/operations.md).
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
    // pool.end() resolves before the last connections have closed, so DROP may break those.
    const broken = errors.splice(0);
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
    if (broken.length > 0) throw new AggregateError(broken, 'Idle connections broke');
  });
  return { db, connection, isCitus: server.isCitus };
}
