import pg from 'pg';

// CURRENT_TIMESTAMP and the like are not functions, and are not used here.
const clocks = ['now', 'transaction_timestamp', 'statement_timestamp', 'clock_timestamp'];

/** Applies to the product, the job queue, defaults of new tables and copies of the database. */
export async function setDatabaseAhead(
  connection: { host: string; port: number; database: string },
  daysAhead: number,
) {
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

/** @throws unless the database and this process have the same clock: date tests would prove nothing */
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
