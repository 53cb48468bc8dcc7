import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, inject } from 'vitest';

import { type Connection, createPool, type Pool } from '../src/platform/postgres/database.ts';
import { checkClock } from './clock/database-ahead.ts';

export type TestDatabase = { db: Pool; connection: Connection };

/**
 * A database for this test file, with the whole schema and its constraints, dropped when the file is done: `const {
 * db } = await cloneDatabase();` at the top of the file. An `empty` one has no schema yet.
 */
export async function cloneDatabase({ size = 12, empty = false } = {}): Promise<TestDatabase> {
  const { host, port, template } = inject('testServer');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const from = empty ? 'template0' : template;
  await asAdministrator(`CREATE DATABASE ${name} TEMPLATE ${from} OWNER tablon STRATEGY file_copy`);
  const connection = { host, port, user: 'tablon', database: name };
  const errors: Error[] = [];
  const db = createPool({ connection, size, onError: (error) => errors.push(error) });
  if (!empty) await checkClock(db.raw);
  afterAll(async () => {
    if (!db.raw.ended) await db.raw.end();
    // pool.end() resolves before the last connections have closed, so DROP may break those.
    const broken = errors.splice(0);
    await asAdministrator(`DROP DATABASE ${name} WITH (FORCE)`);
    if (broken.length > 0) throw new AggregateError(broken, 'Idle connections broke');
  });
  return { db, connection };
}

async function asAdministrator(statement: string): Promise<void> {
  const { host, port } = inject('testServer');
  const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    // Copies of one template lock each other out.
    await client.query(statement);
  } finally {
    await client.end();
  }
}
