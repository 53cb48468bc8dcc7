import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Logger } from 'pino';

import { type Config, readConfig } from './config.ts';
import { isDatabaseUnavailable } from './platform/postgres/database.ts';
import { connectionOf } from './platform/postgres/open-database.ts';
import { openDataDir } from './platform/process/data-dir.ts';
import { checkPort } from './platform/process/port.ts';
import { type ProcessLife, runProcess } from './platform/process/process-life.ts';
import { lowerV8Threads } from './platform/process/v8-threads.ts';
import { reportReady } from './platform/process/workers.ts';
import { createLog } from './platform/telemetry/log.ts';
import { openMigratedDatabase, openStartingDatabase } from './site-database.ts';
import { supervise } from './supervise.ts';

await runProcess(start);

async function start(life: ProcessLife): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  logUncaughtErrors(life, log);
  const isWorker = cluster.isWorker;
  if (config.redisUrl !== null) life.stopWithinMs += config.drainSeconds * 1_000;
  if (!isWorker) {
    openDataDir(config.dataDir);
    await checkPort(config.host, config.port);
    warn(config, log);
  }
  if (!isWorker && config.processes > 1) {
    if (!(await supervise(life, config, { log, say }))) return void (await life.end(1));
    return say(`${config.siteName} is ready: ${config.publicUrl}`);
  }
  const openDatabase = () =>
    isWorker
      ? openStartingDatabase(life, connectionOf(config), config, log)
      : openMigratedDatabase(life, config, { log, say });
  // Loading blocks for seconds on a slow machine: a connection that is opened meanwhile would time out.
  const [{ db, endStart }, { serve }] =
    config.databaseUrl === null
      ? await Promise.all([openDatabase(), loadProgram()])
      : [await openDatabase(), await loadProgram()];
  await serve(life, config, db, { log, say });
  await endStart();
  lowerThreads(log);
  if (isWorker) reportReady();
  else say(`${config.siteName} is ready: ${config.publicUrl}`);
  // Node writes its compile cache on exit; a killed process never does, and the next start would be slower.
  flushCompileCache();
}

function lowerThreads(log: Logger): void {
  try {
    lowerV8Threads();
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'the threads of V8 keep their priority');
  }
}

// Loading takes half of a start and only this process, so PostgreSQL starts meanwhile: in the next turn it
// runs on its own.
async function loadProgram() {
  await nextTurn();
  return import('./serve.ts');
}

function warn(config: Config, log: Logger): void {
  if (!config.rateLimits) log.warn('RATE_LIMITS is off: passwords can be guessed without limit');
  if (config.redisUrl !== null && config.smtpUrl === null)
    log.warn('SMTP_URL is not set: each machine writes its mails to its own DATA_DIR/outbox');
  for (const name of config.invalidKeys) {
    log.error({ variable: name }, `invalid key: ${name} is a placeholder; the feature that needs it is off`);
  }
}

function logUncaughtErrors(life: ProcessLife, log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception: the process exits');
    void life.end(1);
  });
  process.on('unhandledRejection', (error) => {
    // graphile-worker leaves rejected promises unhandled when the database goes away; it reconnects by
    // itself.
    if (isDatabaseUnavailable(error))
      log.warn({ reason: (error as Error).message }, 'the database is unreachable');
    // Failed background work is no reason to end everybody else's requests.
    else log.error({ err: error }, 'unhandled rejection in background work');
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
