import { join } from 'node:path';

import { buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { keptSecret, openDataDir } from './platform/data-dir.ts';
import { createPool } from './platform/database.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { openDatabase } from './platform/open-database.ts';
import { checkPort, portFailure } from './platform/port.ts';
import { type ProcessLife, runProcess } from './platform/process-life.ts';

const pageFolder = join(import.meta.dirname, '../../web/dist');

await runProcess(start);

async function start(life: ProcessLife): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  openDataDir(config.dataDir);
  await checkPort(config.host, config.port);
  say(config.databaseUrl === null ? 'Starting the embedded PostgreSQL…' : 'Connecting to the database…');
  const database = await openDatabase(config, {
    say,
    onCrash: (detail) => log.error(detail, 'PostgreSQL ended unasked; it is started again'),
  });
  life.opened(database);
  const db = createPool({
    connection: database.connection,
    onError: ({ message }) => {
      if (!life.isStopping) log.warn({ reason: message }, 'an idle connection to the database broke');
    },
  });
  life.opened({ close: () => db.raw.end() });
  for (const name of await migrate(db.raw)) say(`Migrated: ${name}`);
  if (!config.rateLimits) log.warn('RATE_LIMITS is off: anybody may try passwords without end');
  const appConfig = {
    ...config,
    sessionSecret: config.sessionSecret ?? keptSecret(config.dataDir, 'session'),
  };
  const app = await buildApp({ config: appConfig, db, log, pageFolder });
  life.opened(app);
  await listen(app.http, config, log);
  say(`${config.siteName} is ready: ${config.publicUrl}`);
}

type Http = Awaited<ReturnType<typeof buildApp>>['http'];

async function listen(
  http: Http,
  { host, port, logLevel }: Config,
  log: ReturnType<typeof createLog>,
): Promise<void> {
  // Fastify would log the addresses between our lines.
  log.level = 'warn';
  try {
    await http.listen({ host, port });
  } catch (error) {
    throw portFailure(error, host, port);
  } finally {
    log.level = logLevel;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
