import { expect, it, onTestFinished } from 'vitest';

import { cloneDatabase } from '../../../test/database.ts';
import { createPool, statement } from './database.ts';

const { connection } = await cloneDatabase();

// Through a Unix socket the settings have no effect, so only their origin shows.
const settings = statement(
  'test-keepalives',
  "SELECT name, source FROM pg_settings WHERE name LIKE 'tcp_keepalives%' ORDER BY name",
);

it('the database asks every connection whether its machine still lives', async () => {
  const pool = createPool({ connection, size: 2, onError: () => {} });
  onTestFinished(() => pool.raw.end());
  const session = await pool.session();
  onTestFinished(session.close);
  const expected = ['count', 'idle', 'interval'].map((name) => ({
    name: `tcp_keepalives_${name}`,
    source: 'session',
  }));
  expect(await session.db.run(settings, [])).toEqual(expected);
  expect(await pool.transaction((tx) => tx.run(settings, []))).toEqual(expected);
  expect(await Promise.all([pool.run(settings, []), pool.run(settings, [])])).toEqual([expected, expected]);
});
