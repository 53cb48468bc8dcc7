import type pg from 'pg';
import { expect, it } from 'vitest';

import { startJobs } from '../src/jobs/runner.ts';
import type { Pool } from '../src/platform/database.ts';
import { addJob } from '../src/store/jobs.ts';
import { cloneDatabase } from './database.ts';
import { drainJobs } from './drain.ts';

const { db } = await cloneDatabase();

type Asked = (...asked: unknown[]) => unknown;

/** A pool that fails the first time that a runner looks which kinds of job there are. */
function failingOnce(pool: Pool): { pool: Pool; failures: () => number } {
  let failures = 0;
  const connect = async (listen?: (...answer: unknown[]) => void) => {
    if (listen) return pool.raw.connect(listen);
    const client = await pool.raw.connect();
    const query = client.query.bind(client) as Asked;
    const failing: Asked = (...asked) => {
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

it('runs jobs though its first look at them failed', async () => {
  const { pool, failures } = failingOnce(db);
  const removed: string[] = [];
  const log = { error: () => {}, warn: () => {} };
  const files = { remove: async (key: string) => void removed.push(key) };
  const parts = { db: pool, log, files, now: () => new Date() };
  const jobs = await startJobs(parts as unknown as Parameters<typeof startJobs>[0]);
  await addJob(db, 'remove-files', { keys: ['users/x'] });
  await drainJobs(db);
  await jobs.stop();
  expect([failures(), removed]).toEqual([1, ['users/x']]);
});
