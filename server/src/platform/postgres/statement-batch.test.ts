import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';

import { cloneDatabase } from '../../../test/database.ts';
import { createPool, type Pool, statement, type Transaction } from './database.ts';
import { StatementBatch } from './statement-batch.ts';

const { db, connection } = await cloneDatabase();
await db.raw.query('CREATE TABLE goals (minute int PRIMARY KEY)');

const score = statement('test-score', 'INSERT INTO goals (minute) VALUES ($1)');
const show = statement('test-show', 'SELECT minute FROM goals WHERE minute = $1');
const echo = statement('test-echo', 'SELECT $1::text[] AS words');
const forget = statement('test-forget', 'DELETE FROM goals');
const divide = statement('test-divide', 'SELECT 1 / $1::int AS quotient');

function onOneConnection(): Pool {
  const pool = createPool({ connection, size: 1, onError: () => {} });
  onTestFinished(() => pool.raw.end());
  return pool;
}

async function messagesDuring(pool: Pool, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const client = (await pool.raw.connect()) as unknown as pg.Client & { release: () => void };
  // After the first statement of each connection, which the pool sends.
  await client.query('SELECT');
  const counts: Record<string, number> = { readyForQuery: 0, rowDescription: 0, parseComplete: 0 };
  const stops = Object.keys(counts).map((name) => {
    const count = () => (counts[name] = (counts[name] ?? 0) + 1);
    client.connection.on(name, count);
    return () => client.connection.off(name, count);
  });
  client.release();
  await work();
  for (const stop of stops) stop();
  return counts;
}

const goal = (minute: number) => (tx: Transaction) =>
  Promise.all([tx.run(score, [minute]), tx.run(show, [minute]), tx.run(show, [-minute])]);

it('statements of one moment are answered together, and their columns are asked for once', async () => {
  const pool = onOneConnection();
  const first = await messagesDuring(pool, async () => {
    expect(await pool.transaction(goal(1))).toEqual([[], [{ minute: 1 }], []]);
  });
  // BEGIN goes with the statements, COMMIT after them. Both that show were sent before the first was described.
  expect(first).toEqual({ readyForQuery: 2, rowDescription: 2, parseComplete: 4 });
  const second = await messagesDuring(pool, async () => {
    expect(await pool.transaction(goal(2))).toEqual([[], [{ minute: 2 }], []]);
  });
  expect(second).toEqual({ readyForQuery: 2, rowDescription: 0, parseComplete: 0 });
});

it('a failed statement fails itself and those after it, which can be sent again', async () => {
  const pool = onOneConnection();
  const outcomes = await pool.transaction((tx) =>
    Promise.allSettled([tx.run(show, [1]), tx.run(divide, [0]), tx.run(score, [3]), tx.run(echo, [['gol']])]),
  );
  const states = outcomes.map((one) =>
    one.status === 'rejected' ? (one.reason as { code: string }).code : 'ok',
  );
  expect(states).toEqual(['ok', '22012', '25P02', '25P02']);
  expect(await pool.run(echo, [['gol']])).toEqual([{ words: ['gol'] }]);
  expect(await pool.run(divide, [1])).toEqual([{ quotient: 1 }]);
  expect(await pool.run(show, [3])).toEqual([]);
});

it('a transaction tells the error that was first, whichever statement is heard first', async () => {
  const failing = onOneConnection().transaction(async (tx) => {
    const early = tx.run(divide, [0]);
    early.catch(() => undefined);
    await tx.run(show, [1]);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
});

it('work that goes on after its transaction has failed writes nothing', async () => {
  const pool = onOneConnection();
  let late: Promise<unknown> | undefined;
  const failing = pool.transaction(async (tx) => {
    const slow = async () => {
      await tx.run(show, [1]);
      await wait(20);
      await tx.run(score, [50]);
    };
    late = slow();
    late.catch(() => undefined);
    await tx.run(divide, [0]);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  await expect(late).rejects.toThrow('test-score comes after the last statement');
  expect(await pool.run(show, [50])).toEqual([]);
});

it('the last statement of a transaction that has failed, or one that cannot be written, commits nothing', async () => {
  const pool = onOneConnection();
  let late: Promise<unknown> | undefined;
  const failing = pool.transaction(async (tx) => {
    const slow = async () => {
      await wait(20);
      await tx.last.run(score, [51]);
    };
    late = slow();
    late.catch(() => undefined);
    await tx.run(divide, [0]);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  const other = pool.transaction(async (tx) => {
    await tx.run(score, [52]);
    await Promise.allSettled([late]);
    throw new Error('changed its mind');
  });
  await expect(other).rejects.toThrow('changed its mind');
  await expect(late).rejects.toThrow('test-score comes after the last statement');
  const unwritable = pool.transaction(async (tx) => {
    await tx.run(score, [53]);
    await tx.last.run(echo, [{ minute: 53n }]);
  });
  await expect(unwritable).rejects.toThrow('BigInt');
  expect(await Promise.all([51, 52, 53].map((minute) => pool.run(show, [minute])))).toEqual([[], [], []]);
});

it('a statement of its own fails when its commit does, after its answer', async () => {
  await db.raw.query('CREATE TABLE cards (minute int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
  const book = statement('test-book', 'INSERT INTO cards (minute) VALUES ($1)');
  await db.run(book, [1]);
  await expect(db.run(book, [1])).rejects.toMatchObject({ code: '23505' });
  const both = db.transaction((tx) => Promise.all([tx.run(book, [2]), tx.last.run(book, [1])]));
  await expect(both).rejects.toMatchObject({ code: '23505' });
  expect((await db.raw.query('SELECT minute FROM cards')).rows).toEqual([{ minute: 1 }]);
});

it('a transaction that fails before its statements are sent leaves no open transaction', async () => {
  const pool = onOneConnection();
  const failing = pool.transaction((tx) => {
    tx.run(score, [60]).catch(() => undefined);
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  expect(await pool.run(show, [60])).toEqual([]);
  const { rows } = await pool.raw.query('SELECT pg_current_xact_id_if_assigned() AS id');
  expect(rows).toEqual([{ id: null }]);
});

it('texts arrive as they are in arrays, whatever they hold', async () => {
  const words = ['gol', '', 'NULL', '"', '\\', '\\"{},', 'dos\nlíneas', '¡Golazo! ⚽', "d'Alessandro"];
  expect(await db.run(echo, [words])).toEqual([{ words }]);
  expect(await db.run(echo, [['gol', null]])).toEqual([{ words: ['gol', null] }]);
  expect(await db.run(echo, [[]])).toEqual([{ words: [] }]);
});

it('a value that cannot be written fails its statement, and no other', async () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  const outcome = await db.transaction(async (tx) => {
    const [bad, good] = await Promise.allSettled([tx.run(echo, [circle]), tx.run(divide, [1])]);
    return [bad.status, good];
  });
  expect(outcome).toEqual(['rejected', { status: 'fulfilled', value: [{ quotient: 1 }] }]);
});

it('a row that cannot be read fails its statement, and the process goes on', async () => {
  const client = new pg.Client({
    ...connection,
    types: {
      getTypeParser: () => () => {
        throw new RangeError('unreadable');
      },
    },
  });
  await client.connect();
  onTestFinished(() => client.end());
  const batch = new StatementBatch();
  const answers = [batch.add(divide, [1]), batch.add(forget, [])];
  client.query(batch);
  const [unreadable, next] = await Promise.allSettled(answers);
  expect(unreadable).toMatchObject({ status: 'rejected', reason: { message: 'unreadable' } });
  expect(next).toEqual({ status: 'fulfilled', value: [] });
});

it('statements of a connection that breaks all fail', async () => {
  const pool = onOneConnection();
  const end = statement('test-end-batch', 'SELECT pg_terminate_backend(pg_backend_pid())');
  const outcomes: string[] = [];
  const failing = pool.transaction(async (tx) => {
    const all = await Promise.allSettled([tx.run(end, []), tx.run(score, [70])]);
    outcomes.push(...all.map(({ status }) => status));
    throw new Error('both failed');
  });
  await expect(failing).rejects.toThrow('both failed');
  expect(outcomes).toEqual(['rejected', 'rejected']);
  expect(await pool.run(show, [70])).toEqual([]);
});
