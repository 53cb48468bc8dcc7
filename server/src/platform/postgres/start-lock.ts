import { setTimeout as wait } from 'node:timers/promises';

import type pg from 'pg';

const lockKey = 7_401_882_013;

/**
 * Waits while another process runs such work on this database. `client` has no statement time-out and is
 * discarded afterwards. Must not be nested.
 */
export async function oneAtATime<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await waitWithoutLimit(client);
    await acquireLock(client);
    return await work(client);
  } finally {
    // Discarding the connection resets its settings and releases its lock.
    client.release(true);
  }
}

type Internals = { readonly connectionParameters: { query_timeout: number } };

// The pool's clients also give up by themselves, and break the connection.
async function waitWithoutLimit(client: pg.PoolClient): Promise<void> {
  (client as unknown as Internals).connectionParameters.query_timeout = 0;
  await client.query('SET statement_timeout = 0');
}

// Polls: a concurrent index build waits for every running statement, including one that waits for this lock.
async function acquireLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [
      lockKey,
    ]);
    if (rows[0]?.ours) return;
    await wait(100);
  }
}
