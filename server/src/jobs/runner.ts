import { Logger, run, type TaskList } from 'graphile-worker';

import type { Sessions } from '../actions/sessions.ts';
import type { Bus } from '../platform/bus.ts';
import type { Pool } from '../platform/database.ts';
import { type JobPayloads, takeOverAbandonedJobs } from '../store/jobs.ts';
import { cleanUp } from './clean-up.ts';
import { countOfficialFollowers } from './count-official-followers.ts';
import { fanOutPost, removeFromTimelines } from './fan-out-post.ts';

type Parts = {
  db: Pool;
  bus: Bus;
  now: () => Date;
  sessions: Sessions;
  log: { error: (detail: object, message: string) => void; warn: (detail: object, message: string) => void };
};

type Tasks = { [Name in keyof JobPayloads]: (payload: JobPayloads[Name]) => Promise<void> };

/** What each kind of job does. */
export function jobTasks(parts: Parts): Tasks {
  return {
    'fan-out-post': (payload) => fanOutPost(parts, payload),
    'remove-from-timelines': (payload) => removeFromTimelines(parts, payload),
    'count-official-followers': (payload) => countOfficialFollowers(parts, payload),
    'clean-up': () => cleanUp(parts),
  };
}

export type JobRunner = { stop: () => Promise<void> };

/** Runs the jobs of the queue in this process until it is stopped; what a killed process left is taken over. */
export async function startJobs(parts: Parts): Promise<JobRunner> {
  const session = await parts.db.session();
  await takeOverAbandonedJobs(session.db);
  const runner = await run({
    pgPool: parts.db.raw,
    taskList: jobTasks(parts) as TaskList,
    crontab: '17 * * * * clean-up',
    concurrency: 2,
    pollInterval: 5_000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error') parts.log.error({ meta }, message);
      else if (level === 'warning') parts.log.warn({ meta }, message);
    }),
    preset: { worker: { localQueue: { size: 4 }, completeJobBatchDelay: 50 } },
  });
  return {
    stop: async () => {
      await runner.stop();
      await session.close();
    },
  };
}
