import { expect, it, onTestFinished } from 'vitest';

import { cloneDatabase } from '../../../test/database.ts';
import { createPool, statement } from './database.ts';

const { connection } = await cloneDatabase();

const half = statement('test-half', 'SELECT 1 / $1::int AS half');
const write = statement('test-write', 'UPDATE users SET uid = uid WHERE false');

it('reads that wait for a busy pool share a connection, and each has its own outcome', async () => {
  const pool = createPool({ connection, size: 1, onError: () => {} });
  onTestFinished(() => pool.raw.end());
  let waiting = 0;
  const reads = await pool.transaction(async (tx) => {
    await tx.run(half, [1]);
    const reads = Promise.allSettled([1, 0, 1, 0, 1, 1, 1, 1, 1, 1].map((by) => pool.run(half, [by])));
    const writes = [pool.run(write, []), pool.run(write, [])];
    waiting = pool.raw.waitingCount;
    return { reads, writes };
  });
  await Promise.all(reads.writes);
  expect((await reads.reads).map(({ status }) => status)).toEqual(
    [1, 0, 1, 0, 1, 1, 1, 1, 1, 1].map((by) => (by === 0 ? 'rejected' : 'fulfilled')),
  );
  // Two groups of at most eight reads, and each write by itself, since it may wait for a lock.
  expect(waiting).toBe(4);
  expect([pool.raw.totalCount, pool.raw.idleCount]).toEqual([1, 1]);
});

it('reads that share a connection which breaks all fail, and the next ones get another', async () => {
  const pool = createPool({ connection, size: 1, onError: () => {} });
  onTestFinished(() => pool.raw.end());
  const end = statement('test-end', 'SELECT pg_terminate_backend(pg_backend_pid())');
  const reads = await pool.transaction(async (tx) => {
    await tx.run(half, [1]);
    return { all: Promise.allSettled([pool.run(end, []), pool.run(half, [1])]) };
  });
  expect((await reads.all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await pool.run(half, [1])).toEqual([{ half: 1 }]);
});
