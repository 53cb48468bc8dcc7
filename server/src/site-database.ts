import type { Logger } from 'pino';

import type { Config } from './config.ts';
import { connectionsNeeded } from './platform/postgres/connections.ts';
import { type Connection, createPool, type Pool } from './platform/postgres/database.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { openDatabase } from './platform/postgres/open-database.ts';
import type { ProcessLife } from './platform/process/process-life.ts';

export async function openMigratedDatabase(
  life: ProcessLife,
  config: Config,
  { log, say }: { log: Logger; say: (line: string) => void },
): Promise<Pool> {
  say(config.databaseUrl === null ? 'Starting the embedded PostgreSQL…' : 'Connecting to the database…');
  const database = await openDatabase(config, {
    say,
    maxConnections: connectionsNeeded(config.processes, config.databasePool),
    onCrash: (detail) => log.error(detail, 'PostgreSQL exited unexpectedly; restarting it'),
  });
  life.closeAtEnd(database);
  const db = openPool(life, database.connection, config, log);
  for (const name of await migrate(db.raw)) say(`Migrated: ${name}`);
  return db;
}

export function openPool(
  life: ProcessLife,
  connection: Connection,
  { databasePool }: Pick<Config, 'databasePool'>,
  log: Logger,
): Pool {
  const db = createPool({
    connection,
    size: databasePool,
    onError: ({ message }) => {
      if (!life.isStopping) log.warn({ reason: message }, 'an idle connection to the database broke');
    },
  });
  life.closeAtEnd({
    close: async () => {
      // The parent of worker processes ends it after the migrations.
      if (!db.raw.ended) await db.raw.end();
    },
  });
  return db;
}
