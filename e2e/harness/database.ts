import pg from 'pg';

import { embeddedConnection } from '../../server/src/platform/embedded-postgres.ts';

/** Runs a statement in the database of the site, or of the one in that folder: for what no call can make. */
export async function inDatabase(
  statement: string,
  values: unknown[],
  dataDir = process.env['E2E_DATA_DIR'] ?? '',
): Promise<void> {
  const client = new pg.Client(embeddedConnection(dataDir));
  await client.connect();
  try {
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}
