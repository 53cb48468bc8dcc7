import type { Pool } from '../src/platform/postgres/database.ts';
import { statement } from '../src/platform/postgres/database.ts';

const due = statement(
  'count-due-jobs',
  `SELECT count(*)::int + (SELECT count(*)::int FROM pending_fan_outs) AS count
   FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts`,
);

const nudge = statement('nudge-jobs', `SELECT pg_notify('jobs:insert', '{"count":1}')`);

const timeoutMs = 10_000;

/** Waits until all due jobs have run. @throws when their number does not fall for ten seconds */
export async function drainJobs(db: Pool): Promise<void> {
  let fewest = Infinity;
  let progressAt = performance.now();
  for (let tries = 1; ; tries++) {
    const [{ count } = { count: 0 }] = await db.run<{ count: number }>(due, []);
    if (count === 0) return;
    if (count < fewest) progressAt = performance.now();
    fewest = Math.min(fewest, count);
    if (performance.now() - progressAt > timeoutMs) throw new Error(`${count} jobs are still waiting`);
    // Jobs with a later time are fetched at the next poll, seconds later, unless a new job wakes the runner.
    if (tries % 10 === 0) await db.run(nudge, []);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
