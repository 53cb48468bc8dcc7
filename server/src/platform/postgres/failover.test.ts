import { expect, it } from 'vitest';

import { cloneDatabase } from '../../../test/database.ts';
import { createPool, isDatabaseUnavailable, statement } from './database.ts';

const { db, connection } = await cloneDatabase();
await db.raw.query('CREATE TABLE writings (n int)');
const insert = statement('insert-writing', 'INSERT INTO writings VALUES ($1)');

const setReadOnly = (value: 'on' | 'off') =>
  db.raw.query(`ALTER DATABASE ${connection.database} SET default_transaction_read_only = ${value}`);

it('a connection that reached a server which only reads is replaced after the first failed write', async () => {
  await setReadOnly('on');
  const pool = createPool({ connection, size: 1, onError: () => {} });
  const write = () => pool.transaction((tx) => tx.run(insert, [1]));
  await pool.raw.query('SELECT');
  await setReadOnly('off');
  const failure = await write().catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  await write();
  expect((await pool.raw.query('SELECT n FROM writings')).rows).toEqual([{ n: 1 }]);
  await pool.raw.end();
});
