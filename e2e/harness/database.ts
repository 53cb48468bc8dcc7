import pg from 'pg';

import { embeddedConnection } from '../../server/src/platform/postgres/embedded-postgres.ts';

/** `dataDir` defaults to that of the site of all journeys. */
export async function withDatabase(
  work: (client: pg.Client) => Promise<void>,
  dataDir = process.env['E2E_DATA_DIR'] ?? '',
): Promise<void> {
  const client = new pg.Client(embeddedConnection(dataDir));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** For states that no call can make. */
export async function inDatabase(statement: string, values: unknown[], dataDir?: string): Promise<void> {
  await withDatabase(async (client) => {
    await client.query(statement, values);
  }, dataDir);
}
