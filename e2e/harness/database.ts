import pg from 'pg';

import { embeddedConnection } from '../../server/src/platform/embedded-postgres.ts';

/** Runs a statement in the site's own database: for what no call can make. */
export async function inDatabase(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client(embeddedConnection(process.env['E2E_DATA_DIR'] ?? ''));
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}
