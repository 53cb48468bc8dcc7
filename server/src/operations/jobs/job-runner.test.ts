import type pg from 'pg';
import { expect, it } from 'vitest';

import { cloneDatabase } from '../../../test/database.ts';
import { drainJobs } from '../../../test/drain.ts';
import { writesOn } from '../../../test/writes.ts';
import { addJob, lockOutJobRunners } from '../../kernel/store/jobs.ts';
import { createPool, type Pool } from '../../platform/postgres/database.ts';
import { startJobs } from './runner.ts';

const { db, connection } = await cloneDatabase();

type QueryFunction = (...asked: unknown[]) => unknown;

/** A pool that fails a runner's first query for jobs. */
function failingOnce(pool: Pool): { pool: Pool; failures: () => number } {
  let failures = 0;
  const connect = async (listen?: (...answer: unknown[]) => void) => {
    if (listen) return pool.raw.connect(listen);
    const client = await pool.raw.connect();
    const query = client.query.bind(client) as QueryFunction;
    const failing: QueryFunction = (...asked) => {
      const isLook = JSON.stringify(asked[0]).includes('_private_tasks as tasks (identifier)');
      if (!isLook || failures > 0) return query(...asked);
      failures++;
      throw new Error('timeout exceeded when trying to connect');
    };
    client.query = failing as pg.PoolClient['query'];
    const release = client.release.bind(client);
    client.release = (error) => {
      client.query = query as pg.PoolClient['query'];
      release(error);
    };
    return client;
  };
  const raw = Object.create(pool.raw, { connect: { value: connect } }) as pg.Pool;
  return { pool: { ...pool, raw }, failures: () => failures };
}

function start(pool: Pool, removed: string[]) {
  const log = { error: () => {}, warn: () => {} };
  const files = { remove: async (key: string) => void removed.push(key) };
  const parts = { ...writesOn(pool), pool, log, files };
  return startJobs(parts as unknown as Parameters<typeof startJobs>[0]);
}

it('jobs run although the runner’s first query failed', async () => {
  const { pool, failures } = failingOnce(db);
  const removed: string[] = [];
  const jobs = await start(pool, removed);
  await addJob(db, 'remove-files', { keys: ['users/x'] });
  await drainJobs(db);
  await jobs.stop();
  expect([failures(), removed]).toEqual([1, ['users/x']]);
});

it('after its lock’s connection breaks, a runner holds the lock again', async () => {
  const pool = createPool({ connection, onError: () => {} });
  const removed: string[] = [];
  const jobs = await start(pool, removed);
  const holders = `FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  const { rows } = await db.raw.query<{ pid: number }>(`SELECT pid, pg_terminate_backend(pid) ${holders}`);
  const another = `SELECT pid ${holders} AND pid <> ALL($1)`;
  await expect
    .poll(async () => (await db.raw.query(another, [rows.map(({ pid }) => pid)])).rows, { timeout: 10_000 })
    .toHaveLength(1);
  const other = await db.session();
  expect(await lockOutJobRunners(other.db)).toBe(false);
  await other.close();
  await addJob(db, 'remove-files', { keys: ['users/y'] });
  await drainJobs(db);
  await jobs.stop();
  await pool.raw.end();
  expect(removed).toEqual(['users/y']);
});

it('jobs of one queue run right after each other', async () => {
  const removed: string[] = [];
  const jobs = await start(db, removed);
  const keys = ['users/1', 'users/2', 'users/3', 'users/4', 'users/5'];
  const startedAt = performance.now();
  for (const key of keys) await addJob(db, 'remove-files', { keys: [key] }, { queue: 'test' });
  await drainJobs(db);
  // Not one per poll, every five seconds.
  expect(performance.now() - startedAt).toBeLessThan(12_000);
  await jobs.stop();
  expect(removed).toEqual(keys);
});
