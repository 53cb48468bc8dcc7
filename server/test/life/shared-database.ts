import type { Connection } from '../../src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import type { Ground } from './server-process.ts';

/** For several processes of one site; `site` is their environment. */
export async function startSharedDatabase(ground: Ground) {
  const dataDir = await ground.folder();
  const server = await startEmbeddedPostgres({ dataDir, say: () => {}, durable: false });
  const { host, port, user, database } = server.connection as Extract<Connection, { host: string }>;
  const url = `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
  const site = {
    DATABASE_URL: url,
    PUBLIC_URL: 'http://localhost:3000',
    SESSION_SECRET: 'a secret that all processes share',
    PUSH_PUBLIC_KEY: '',
    RATE_LIMITS: 'off',
  };
  return { url, site, stop: () => server.stop() };
}
