import pg from 'pg';

import { daysAhead } from './days-ahead.ts';

// Every clock that SQL can call by a name. CURRENT_TIMESTAMP and its like are none, and nobody uses them.
const clocks = ['now', 'transaction_timestamp', 'statement_timestamp', 'clock_timestamp'];

/**
 * Sets the clock of a database, and of its copies, as far ahead as that of the tests: for the statements of the
 * product and of the job queue, and for the defaults of tables that are made afterwards.
 */
export async function setDatabaseAhead(connection: { host: string; port: number; database: string }) {
  if (daysAhead === 0) return;
  const client = new pg.Client({ ...connection, user: 'postgres' });
  await client.connect();
  try {
    for (const clock of clocks) {
      const volatility = clock === 'clock_timestamp' ? 'VOLATILE' : 'STABLE';
      await client.query(`ALTER FUNCTION pg_catalog.${clock}() RENAME TO machine_${clock}`);
      await client.query(
        `CREATE FUNCTION pg_catalog.${clock}() RETURNS timestamptz LANGUAGE sql ${volatility} PARALLEL SAFE
         AS $$ SELECT pg_catalog.machine_${clock}() + interval '${daysAhead} days' $$`,
      );
    }
  } finally {
    await client.end();
  }
}

/** Throws unless a database and the tests of this process have one clock: else a test of dates would say nothing. */
export async function checkClock(pool: pg.Pool): Promise<void> {
  const before = Date.now();
  const { rows } = await pool.query<{ ms: number }>('SELECT extract(epoch FROM now())::float8 * 1000 AS ms');
  const at = rows[0]?.ms ?? 0;
  if (at < before - 1_000 || at > Date.now() + 1_000) {
    throw new Error(
      `The database lives at ${new Date(at).toISOString()}, the tests at ${new Date(before).toISOString()}`,
    );
  }
}
