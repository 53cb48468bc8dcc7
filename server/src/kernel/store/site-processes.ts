import { type Database, type Pool, statement } from '../../platform/postgres/database.ts';

// Every process shares this lock: holding it exclusively proves that none is running.
const siteLock = 7_401_882_014;
// Shared by commands, and by processes until they have joined: those are not counted as running.
const entryLock = 7_401_882_016;
const lockShared = statement('lock-site-shared', `SELECT pg_advisory_lock_shared(${siteLock})`);
const lockEntryShared = statement(
  'lock-entry-shared',
  `SELECT pg_try_advisory_lock_shared(${entryLock}) AS free`,
);
const lockAlone = statement(
  'lock-site-alone',
  `SELECT pg_try_advisory_lock(${siteLock}) AND pg_try_advisory_lock(${entryLock}) AS alone`,
);

export async function joinSite(session: Database): Promise<void> {
  await session.run(lockShared, []);
}

/** Keeps `lockOutSite` from succeeding until `session` is closed. @returns false when that came first */
export async function lockEntry(session: Database): Promise<boolean> {
  const [row] = await session.run<{ free: boolean }>(lockEntryShared, []);
  return row?.free ?? false;
}

/** Locks out all processes until `session` is closed. @returns false when one is running or starting */
export async function lockOutSite(session: Database): Promise<boolean> {
  const [row] = await session.run<{ alone: boolean }>(lockAlone, []);
  return row?.alone ?? false;
}

const countSite = statement(
  'count-site-processes',
  `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND (classid::bigint << 32) + objid::bigint = ${siteLock} AND objsubid = 1`,
);

export async function countProcesses(db: Database): Promise<number> {
  const [row] = await db.run<{ count: number }>(countSite, []);
  return row?.count ?? 0;
}

// One process at a time looks for dead runners. The key is also the seed of the runners' own locks.
const takeoverLock = 7_401_882_015;
const lockRunnerById = statement(
  'lock-job-runner',
  `SELECT pg_advisory_lock(hashtextextended($1, ${takeoverLock}))`,
);

/** Proves until `session` ends that this job runner is alive. Must come before its first job. */
export async function lockRunner(session: Database, runnerId: string): Promise<void> {
  await session.run(lockRunnerById, [runnerId]);
}

const lockTakeover = statement('lock-takeover', `SELECT pg_try_advisory_xact_lock(${takeoverLock}) AS ours`);
// OFFSET 0 keeps the lock function out of the scan: it is called once per runner.
const findRunners = statement(
  'find-job-runners',
  `SELECT id, pg_try_advisory_xact_lock(hashtextextended(id, ${takeoverLock})) AS dead FROM (
     SELECT DISTINCT locked_by AS id FROM graphile_worker.jobs WHERE locked_by IS NOT NULL OFFSET 0) AS runners`,
);
const unlockJobs = statement('unlock-jobs', 'SELECT graphile_worker.force_unlock_workers($1::text[])');

/**
 * Releases the jobs of runners whose lock is free, since they died; otherwise they would wait for four
 * hours. Must not run on the session of a runner, which could lock itself.
 * @returns the number of dead runners
 */
export function releaseJobsOfDead(pool: Pool): Promise<number> {
  return pool.transaction(async (tx) => {
    const [row] = await tx.run<{ ours: boolean }>(lockTakeover, []);
    if (!row?.ours) return 0;
    const runners = await tx.run<{ id: string; dead: boolean }>(findRunners, []);
    const deadIds = runners.filter(({ dead }) => dead).map(({ id }) => id);
    if (deadIds.length > 0) await tx.run(unlockJobs, [deadIds]);
    return deadIds.length;
  });
}

/** Clocks of several machines differ by less. */
export const clockToleranceMs = 300_000;

const forgetAhead = statement(
  'forget-runs-ahead',
  `UPDATE graphile_worker._private_known_crontabs SET last_execution = NULL
   WHERE last_execution > now() + interval '${clockToleranceMs} milliseconds'`,
);

/** While the clock was ahead, the schedule recorded runs of the future, and would begin none until then. */
export async function forgetRunsAhead(db: Database): Promise<void> {
  await db.run(forgetAhead, []);
}
