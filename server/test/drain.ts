import type { Pool } from '../src/platform/database.ts';
import { statement } from '../src/platform/database.ts';

const due = statement(
  'count-due-jobs',
  'SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts',
);

/** Waits until every job that is due has run. */
export async function drainJobs(db: Pool): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const [row] = await db.run<{ count: number }>(due, []);
    if (row?.count === 0) return;
    if (Date.now() > deadline) throw new Error(`${row?.count} jobs are still waiting`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
