import { afterAll, afterEach, expect, it, onTestFinished, vi } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { openLosingProxy } from '../../test/losing-proxy.ts';
import { writesOn } from '../../test/writes.ts';
import { createPool, mayHaveCommitted, statement } from '../platform/postgres/database.ts';
import { Bus } from './bus.ts';
import type { Fact } from './facts.ts';

const { db, connection } = await cloneDatabase();
await db.raw.query(`
  CREATE TABLE marks (n int PRIMARY KEY);
  CREATE FUNCTION lose_worker() RETURNS int LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION USING ERRCODE = 'XX000', MESSAGE = 'could not commit transaction for shard 7 on db1:5432';
  END $$`);
const proxy = await openLosingProxy(connection);
const pool = createPool({ connection: proxy.connection, onError: () => {} });
afterEach(() => db.raw.query('TRUNCATE marks'));
afterAll(async () => {
  await pool.raw.end();
  proxy.close();
});

const mark = statement('lost-mark', 'INSERT INTO marks (n) VALUES ($1)');
const markOnLostWorker = statement('lost-worker', 'INSERT INTO marks (n) VALUES (lose_worker())');
const read = statement('lost-read', 'SELECT n FROM marks');
const lost = 'Connection terminated unexpectedly';

async function countMarks(): Promise<number> {
  return (await db.run(read, [])).length;
}

function openProcess(on = pool) {
  const bus = new Bus();
  const clear = vi.fn<() => void>();
  bus.on('everything-changed', clear);
  const { transaction, statement: lone } = writesOn(on, { bus });
  return {
    bus,
    clear,
    markInTransaction: (n: number) => transaction((tx) => tx.run(mark, [n])),
    markAlone: (n: number) => lone((one) => one.run(mark, [n])),
  };
}

it('a commit whose answer is lost fails, and clears the caches of all processes', async () => {
  const { bus, clear, markInTransaction } = openProcess();
  const messages: Fact[] = [];
  bus.carryBy({
    send: async (facts) => {
      messages.push(...facts);
    },
  });
  proxy.loseAnswerTo('COMMIT');
  await expect(markInTransaction(1)).rejects.toThrow(lost);
  expect(messages).toEqual([{ type: 'everything-changed' }]);
  expect(clear).toHaveBeenCalledOnce();
  await expect.poll(countMarks).toBe(1);
});

it('so does a lone statement whose answer is lost', async () => {
  const { clear, markAlone } = openProcess();
  proxy.loseAnswerTo('lost-mark');
  await expect(markAlone(1)).rejects.toThrow(lost);
  expect(clear).toHaveBeenCalledOnce();
});

it('a commit that was sent with the last statement may have been committed', async () => {
  proxy.loseAnswerTo('COMMIT');
  const failure = pool.transaction((tx) => tx.last.run(mark, [1]));
  expect(mayHaveCommitted(await failure.catch((error: unknown) => error))).toBe(true);
});

it('a write on a worker of Citus that was lost meanwhile may have been committed', async () => {
  const failure = pool.run(markOnLostWorker, []);
  expect(mayHaveCommitted(await failure.catch((error: unknown) => error))).toBe(true);
});

it('the caches are cleared again after a commit that comes long after the connection was lost', async () => {
  const { clear, markAlone } = openProcess();
  const other = await db.session();
  await other.raw.query('BEGIN; LOCK TABLE marks IN SHARE MODE');
  proxy.loseAnswerTo('lost-mark');
  await expect(markAlone(1)).rejects.toThrow(lost);
  expect(clear).toHaveBeenCalledOnce();
  await other.raw.query('COMMIT');
  await other.close();
  await expect.poll(countMarks).toBe(1);
  expect(clear).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(clear).toHaveBeenCalledTimes(2), { timeout: 30_000 });
});

it('writes that lose their answers together clear the caches once', async () => {
  const { clear, markAlone } = openProcess();
  // Connections that open at different speeds would be lost one after the other.
  const clients = await Promise.all([1, 2, 3, 4].map(() => pool.raw.connect()));
  for (const client of clients) client.release();
  proxy.loseAnswerTo('lost-mark', 4);
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(markAlone));
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from(outcomes, () => 'rejected'));
  expect(clear).toHaveBeenCalledOnce();
});

it('writes that certainly failed clear nothing', async () => {
  const { clear, markAlone, markInTransaction } = openProcess();
  await markAlone(1);
  await expect(markAlone(1)).rejects.toMatchObject({ code: '23505' });
  await expect(markInTransaction(1)).rejects.toMatchObject({ code: '23505' });
  // A transaction whose connection is lost before its commit.
  proxy.loseAnswerTo('lost-mark');
  await expect(markInTransaction(2)).rejects.toThrow(lost);
  expect(clear).not.toHaveBeenCalled();
});

it('a write whose connection never opened clears nothing', async () => {
  const unconnected = createPool({ connection: proxy.connection, onError: () => {} });
  onTestFinished(() => unconnected.raw.end());
  const { clear, markAlone, markInTransaction } = openProcess(unconnected);
  for (const markOne of [markAlone, markInTransaction]) {
    proxy.loseAnswerTo('client_encoding');
    await expect(markOne(1)).rejects.toThrow(lost);
  }
  expect(clear).not.toHaveBeenCalled();
});
