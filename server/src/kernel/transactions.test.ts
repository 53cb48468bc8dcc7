import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { writesOn } from '../../test/writes.ts';
import { createPool, statement } from '../platform/postgres/database.ts';
import { Bus } from './bus.ts';
import { newId } from './ids.ts';

const { db, connection } = await cloneDatabase();
await db.raw.query('CREATE TABLE marks (n int PRIMARY KEY)');

const mark = statement('test-mark', 'INSERT INTO marks (n) VALUES ($1) RETURNING n');
const openTransaction = statement('test-transaction', 'SELECT pg_current_xact_id_if_assigned() AS id');

await db.raw.query(`
  CREATE SEQUENCE tries;
  CREATE FUNCTION fail_at_first(times int, state text) RETURNS int LANGUAGE plpgsql AS $$
  BEGIN
    -- A sequence is not rolled back.
    IF nextval('tries') <= times THEN RAISE EXCEPTION 'not now' USING ERRCODE = state; END IF;
    RETURN times;
  END $$`);
const failAtFirst = statement('test-fail-at-first', 'SELECT fail_at_first($1::int, $2)');
const markLater = statement('test-mark-later', 'INSERT INTO marks (n) VALUES (fail_at_first($1::int, $2))');

afterEach(() => db.raw.query('TRUNCATE marks'));

async function marks(): Promise<number[]> {
  const { rows } = await db.raw.query<{ n: number }>('SELECT n FROM marks ORDER BY n');
  return rows.map(({ n }) => n);
}

it('a transaction writes all of it or nothing', async () => {
  await db.transaction(async (tx) => {
    await tx.run(mark, [1]);
    await tx.run(mark, [2]);
  });
  const transaction = db.transaction(async (tx) => {
    await tx.run(mark, [3]);
    await tx.run(mark, [1]);
  });
  await expect(transaction).rejects.toMatchObject({ code: '23505' });
  expect(await marks()).toEqual([1, 2]);
});

it('a transaction that fails after its first statement writes nothing', async () => {
  const transaction = db.transaction(async (tx) => {
    await tx.run(mark, [1]);
    throw new Error('changed its mind');
  });
  await expect(transaction).rejects.toThrow('changed its mind');
  expect(await marks()).toEqual([]);
});

it('the last statement of a transaction answers after the commit', async () => {
  const marksAfterCommit = await db.transaction(async (tx) => {
    await tx.run(mark, [1]);
    expect(await tx.last.run(mark, [2])).toEqual([{ n: 2 }]);
    return marks();
  });
  expect(marksAfterCommit).toEqual([1, 2]);
});

it('a transaction whose last statement fails writes nothing', async () => {
  const transaction = db.transaction(async (tx) => {
    await tx.run(mark, [1]);
    await tx.last.run(mark, [1]);
  });
  await expect(transaction).rejects.toMatchObject({ code: '23505' });
  expect(await marks()).toEqual([]);
});

describe('work alongside a transaction', () => {
  const uids = [newId(new Date()), newId(new Date())] as const;
  const like = { uid: uids[0], actorUid: uids[1], type: 'like', postId: newId(new Date()) } as const;
  const countNotifications = async () =>
    (await db.raw.query('SELECT 1 FROM notifications WHERE uid = $1', [like.uid])).rowCount;

  it('takes the notifications and the commit along when it fails', async () => {
    const transaction = writesOn(db).transaction(async (tx) => {
      tx.notify(like);
      tx.alongside(...[1, 1].map(async (n) => void (await tx.run(mark, [n]))));
    });
    await expect(transaction).rejects.toMatchObject({ code: '23505' });
    expect([await marks(), await countNotifications()]).toEqual([[], 0]);
  });

  it('is over, and its facts are complete, when the transaction is', async () => {
    const bus = new Bus();
    const facts: string[] = [];
    for (const type of ['clubs-changed', 'notified'] as const) bus.on(type, () => facts.push(type));
    await writesOn(db, { bus }).transaction(async (tx) => {
      tx.notify(like);
      tx.alongside(tx.run(mark, [1]).then(() => tx.fact({ type: 'clubs-changed' })));
    });
    expect(facts).toEqual(['clubs-changed', 'notified']);
    expect([await marks(), await countNotifications()]).toEqual([[1], 1]);
  });

  it('leaves nothing unhandled when the transaction fails first', async () => {
    const transaction = writesOn(db).transaction(async (tx) => {
      tx.alongside(...[1, 1].map(async (n) => void (await tx.run(mark, [n]))));
      throw new Error('changed its mind');
    });
    await expect(transaction).rejects.toThrow('changed its mind');
    expect(await marks()).toEqual([]);
  });
});

it('a transaction refuses a statement after its last one', async () => {
  const transaction = db.transaction(async (tx) => {
    await tx.last.run(mark, [1]);
    await tx.run(mark, [2]);
  });
  await expect(transaction).rejects.toThrow('test-mark comes after the last statement');
  expect(await marks()).toEqual([1]);
});

it('a connection returns to the pool without an open transaction', async () => {
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
  const openIds = await Promise.all(Array.from({ length: 12 }, () => db.run(openTransaction, [])));
  expect(openIds.flat()).toEqual(Array.from({ length: 12 }, () => ({ id: null })));
  const { rows } = await db.raw.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM pg_stat_activity
     WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  expect(rows).toEqual([{ open: 0 }]);
});

describe.each(['40001', '40P01', '55P03'])('work that fails with %s', (state) => {
  beforeEach(() => db.raw.query('ALTER SEQUENCE tries RESTART'));

  const marking = (times: number) =>
    db.transaction(async (tx) => {
      await tx.run(mark, [7]);
      await tx.run(failAtFirst, [times, state]);
    });

  it('is retried as a whole: a transaction, and a single statement', async () => {
    await marking(2);
    await db.raw.query('ALTER SEQUENCE tries RESTART');
    await db.run(markLater, [2, state]);
    expect(await marks()).toEqual([2, 7]);
  });

  it('is retried although the failure of a later statement is heard first', async () => {
    const awaitLate = async (answer: Promise<unknown>) => {
      await Promise.allSettled([answer]);
      await new Promise(setImmediate);
      return answer;
    };
    await db.transaction(async (tx) => {
      await Promise.all([awaitLate(tx.run(failAtFirst, [1, state])), tx.run(mark, [7])]);
    });
    expect(await marks()).toEqual([7]);
  });

  it('is given up after three attempts and leaves nothing behind', async () => {
    await expect(marking(3)).rejects.toMatchObject({ code: state });
    expect((await db.raw.query("SELECT nextval('tries')::int AS next")).rows).toEqual([{ next: 4 }]);
    expect(await marks()).toEqual([]);
  });
});

it('however many transactions there are, reads find a connection', async () => {
  const pool = createPool({ connection, size: 3, onError: () => {} });
  onTestFinished(() => pool.raw.end());
  const { transaction } = writesOn(pool);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const transactions = [1, 2, 3, 4].map((n) =>
    transaction(async (tx) => {
      await tx.run(mark, [n]);
      await isOver;
    }),
  );
  expect(await pool.run(openTransaction, [])).toEqual([{ id: null }]);
  end();
  await Promise.all(transactions);
  expect(await marks()).toEqual([1, 2, 3, 4]);
});
