import pg from 'pg';

import { lockDataDir } from '../process/data-dir.ts';
import { StartFailure } from '../process/start-failure.ts';
import type { Connection } from './database.ts';
import { embeddedConnection, startEmbeddedPostgres } from './embedded-postgres.ts';

export type DatabaseSource = { databaseUrl: string | null; dataDir: string };

export type OpenedDatabase = {
  connection: Connection;
  close: () => Promise<void>;
  abandon: () => void;
};

export type OpenOptions = {
  maxConnections?: number;
  say: (line: string) => void;
  onCrash?: (detail: object) => void;
  /**
   * For tools, not for the site itself: connect to the embedded server of another process if there is one.
   */
  shared?: boolean;
};

/**
 * Without DATABASE_URL, starts the embedded database; the data folder must exist.
 * @throws {StartFailure} in one line, when the database is unreachable or another process holds the data
 * folder
 */
export async function openDatabase(source: DatabaseSource, options: OpenOptions): Promise<OpenedDatabase> {
  const { databaseUrl, dataDir } = source;
  if (databaseUrl !== null) {
    await checkServer(databaseUrl);
    return { connection: connectionOf(source), close: async () => {}, abandon: () => {} };
  }
  const unlock = lockDataDir(dataDir);
  if (!unlock) {
    if (!options.shared)
      throw new StartFailure(`DATA_DIR ${dataDir} is in use: this site is running already.`);
    return { connection: connectionOf(source), close: async () => {}, abandon: () => {} };
  }
  const server = await startEmbeddedPostgres({
    dataDir,
    say: options.say,
    onCrash: options.onCrash,
    maxConnections: options.maxConnections,
  });
  return {
    connection: server.connection,
    close: async () => {
      await server.stop();
      unlock();
    },
    abandon: () => server.abandon(),
  };
}

export function connectionOf({ databaseUrl, dataDir }: DatabaseSource): Connection {
  return databaseUrl === null ? embeddedConnection(dataDir) : { connectionString: databaseUrl };
}

const oldestVersion = 15;

async function checkServer(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  let client: pg.Client | undefined;
  try {
    // Reads the files of certificates that the URL names.
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int / 10000 AS version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < oldestVersion)
      throw new Error(`PostgreSQL ${oldestVersion} or newer is needed, this is ${version}`);
    await checkCitus(client);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    // For a host name with several addresses, an AggregateError without a message.
    const reason = (message || code || 'no answer').split('\n')[0];
    throw new StartFailure(
      `DATABASE_URL: the database at ${hostname}:${port || 5432} cannot be used: ${reason}.`,
      {
        cause: error,
      },
    );
  } finally {
    await client?.end().catch(() => {});
  }
}

// Jobs and accounts that were written on a worker would be lost: only the coordinator knows all tables.
async function checkCitus(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  if (rowCount === 0) return;
  const { rows } = await client.query<{ group: number; known: boolean }>(
    `SELECT groupid AS group, EXISTS (SELECT FROM pg_dist_node WHERE groupid = 0) AS known FROM pg_dist_local_group`,
  );
  if (rows[0]?.group !== 0) throw new Error('it is on a worker of Citus, and has to be on the coordinator');
  if (!rows[0].known)
    throw new Error(
      "the Citus coordinator does not know itself: run SELECT citus_set_coordinator_host('<its host>', <its port>)",
    );
}
