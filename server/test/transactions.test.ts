import { afterEach, expect, it } from 'vitest';

import { statement } from '../src/platform/database.ts';
import { cloneDatabase } from './database.ts';

const { db } = await cloneDatabase();
await db.raw.query('CREATE TABLE marks (n int PRIMARY KEY)');

const mark = statement('test-mark', 'INSERT INTO marks (n) VALUES ($1) RETURNING n');
const openTransaction = statement('test-transaction', 'SELECT pg_current_xact_id_if_assigned() AS id');

afterEach(() => db.raw.query('TRUNCATE marks'));

async function marks(): Promise<number[]> {
  const { rows } = await db.raw.query<{ n: number }>('SELECT n FROM marks ORDER BY n');
  return rows.map(({ n }) => n);
}

it('writes all of it or nothing', async () => {
  await db.transaction(async (tx) => {
    await tx.run(mark, [1]);
    await tx.run(mark, [2]);
  });
  const failing = db.transaction(async (tx) => {
    await tx.run(mark, [3]);
    await tx.run(mark, [1]);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await marks()).toEqual([1, 2]);
});

it('keeps its very first statement inside', async () => {
  const failing = db.transaction(async (tx) => {
    await tx.run(mark, [1]);
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  expect(await marks()).toEqual([]);
});

it('has committed what its last statement answers', async () => {
  const seen = await db.transaction(async (tx) => {
    await tx.run(mark, [1]);
    expect(await tx.last.run(mark, [2])).toEqual([{ n: 2 }]);
    return marks();
  });
  expect(seen).toEqual([1, 2]);
});

it('writes nothing when its last statement fails', async () => {
  const failing = db.transaction(async (tx) => {
    await tx.run(mark, [1]);
    await tx.last.run(mark, [1]);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await marks()).toEqual([]);
});

it('refuses a statement after its last one', async () => {
  const failing = db.transaction(async (tx) => {
    await tx.last.run(mark, [1]);
    await tx.run(mark, [2]);
  });
  await expect(failing).rejects.toThrow('test-mark comes after the last statement');
  expect(await marks()).toEqual([1]);
});

it('leaves no transaction open on the connection it gives back', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, i) =>
      db.transaction(async (tx) => {
        await tx.run(mark, [i]);
        await (i % 3 === 0 ? tx.last : tx).run(mark, [i % 2 === 0 ? 1000 + i : i]);
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  expect(await marks()).toHaveLength(60);
  const left = await Promise.all(Array.from({ length: 12 }, () => db.run(openTransaction, [])));
  expect(left.flat()).toEqual(Array.from({ length: 12 }, () => ({ id: null })));
  const { rows } = await db.raw.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM pg_stat_activity
     WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  expect(rows).toEqual([{ open: 0 }]);
});
