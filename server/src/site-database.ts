import type { Logger } from 'pino';

import type { Config } from './config.ts';
import { keepRestoreOut } from './kernel/keep-restore-out.ts';
import { connectionsNeeded } from './platform/postgres/connections.ts';
import { type Connection, createPool, type Pool } from './platform/postgres/database.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { openDatabase } from './platform/postgres/open-database.ts';
import type { ProcessLife } from './platform/process/process-life.ts';

/** `endStart`: to be called once this process has joined the site. No restore begins before. */
export type StartingDatabase = { db: Pool; endStart: () => Promise<void> };

export async function openMigratedDatabase(
  life: ProcessLife,
  config: Config,
  { log, say }: { log: Logger; say: (line: string) => void },
): Promise<StartingDatabase> {
  say(config.databaseUrl === null ? 'Starting the embedded PostgreSQL…' : 'Connecting to the database…');
  const database = await openDatabase(config, {
    say,
    maxConnections: connectionsNeeded(config.processes, config.databasePool),
    onCrash: (detail) => log.error(detail, 'PostgreSQL exited unexpectedly; restarting it'),
  });
  life.closeAtEnd(database);
  const opened = await openStartingDatabase(life, database.connection, config, log);
  for (const name of await migrate(opened.db.raw)) say(`Migrated: ${name}`);
  return opened;
}

/** @throws {StartFailure} while a restore is under way */
export async function openStartingDatabase(
  life: ProcessLife,
  connection: Connection,
  { databasePool }: Pick<Config, 'databasePool'>,
  log: Logger,
): Promise<StartingDatabase> {
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
  return { db, endStart: await keepRestoreOut(db) };
}
