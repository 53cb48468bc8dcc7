import type { Connection } from '../../src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import type { Ground } from './server-process.ts';

/** A database server for several processes of a site. `url` is a value for DATABASE_URL. */
export async function startSharedDatabase(
  ground: Ground,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await ground.folder();
  const server = await startEmbeddedPostgres({ dataDir, say: () => {}, durable: false });
  const { host, port, user, database } = server.connection as Extract<Connection, { host: string }>;
  const url = `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
  return { url, stop: () => server.stop() };
}
