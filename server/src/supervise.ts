import type { Logger } from 'pino';

import type { Config } from './config.ts';
import { WindowServer } from './platform/concurrency/remote-windows.ts';
import type { ProcessLife } from './platform/process/process-life.ts';
import { Workers } from './platform/process/workers.ts';
import { metricsAnswerer } from './platform/telemetry/cluster-metrics.ts';
import { TextRelay } from './platform/transport/parent-transport.ts';
import { openMigratedDatabase } from './site-database.ts';

/**
 * Starts the database and the worker processes, restarts those that end, and forwards their messages.
 * Serves no requests.
 * @returns false when the first process could not start; it has printed why
 */
export async function supervise(
  life: ProcessLife,
  config: Config,
  { log, say }: { log: Logger; say: (line: string) => void },
): Promise<boolean> {
  const { db, endStart } = await openMigratedDatabase(life, config, { log, say });
  // The workers have connections of their own.
  await db.raw.end();
  const answerMetrics = metricsAnswerer();
  const windows = new WindowServer();
  const relay = new TextRelay();
  const workers = new Workers({
    count: config.processes,
    onStart: (channel) => relay.join(channel),
    onMessage: (message, worker) => {
      windows.receive(message, (answer) => worker.send(answer, () => undefined));
      answerMetrics(message, worker);
    },
    onEnd: (detail) => log.error(detail, 'a server process ended; it is started again'),
    onFailedFork: (error) => log.error({ reason: error.message }, 'a server process could not be started'),
  });
  life.closeAtEnd({
    close: () => workers.close(life.stopWithinMs - 1_000),
    abandon: () => workers.abandon(),
  });
  const isReady = await workers.start();
  await endStart();
  return isReady;
}
