import { type Database, statement } from '../../platform/postgres/database.ts';
import type { Fact } from '../facts.ts';
import { deleteInBatches, removalBatch } from './batches.ts';

/** The payload of each kind of job, by its name. */
export type JobPayloads = {
  'fan-out-post': { postId: string; ownerUid: string };
  /** `from`: where the run before it ended. */
  'remove-post': { postId: string; ownerUid: string; from?: { step: string; after: string } };
  /** What the version before it enqueued, which had deleted the post's own rows at once. */
  'forget-post': { postId: string; ownerUid: string };
  'fan-out-repost': { postId: string; uid: string; entryId: string; authorUid: string };
  'remove-repost': { uid: string; entryId: string };
  'count-official-followers': { uid: string };
  'remove-files': { keys: readonly string[] };
  'attach-link-preview': { postId: string; link: string };
  'remove-old-previews': Record<string, never>;
  'remove-preview-pictures': { keys: readonly string[] };
  'send-password-link': { email: string };
  /** `kept`: the session that changed it goes on. */
  'send-password-notice': { uid: string; kept?: boolean };
  /** Whether the account is to be removed or kept after all is read when it is sent. */
  'send-deletion-notice': { uid: string };
  'send-removed-notice': { email: string };
  /** `again`: the account is gone, and what came in between is swept up. */
  'remove-account': { uid: string; again?: boolean };
  /** Without a device, to all of the user's. */
  'send-push': { uid: string; deviceId?: string };
  /** What a process outside the server did, for the server's own caches and streams. */
  'publish-facts': { facts: readonly Fact[] };
  /** Enqueued by the previous version instead of `publish-facts`. */
  'tell-site': { name: string; event: Record<string, unknown> };
  'clean-up': Record<string, never>;
  'remove-unknown-files': Record<string, never>;
};

const add = statement(
  'add-job',
  `SELECT run_at FROM graphile_worker.add_job(
     $1, payload => $2::json, job_key => $3, run_at => $4, max_attempts => 10, job_key_mode => 'preserve_run_at',
     queue_name => $5)`,
);

// One after the other: a mail server that hangs holds up mails alone.
const queues: Partial<Record<keyof JobPayloads, string>> = {
  'send-password-link': 'mails',
  'send-password-notice': 'mails',
  'send-deletion-notice': 'mails',
  'send-removed-notice': 'mails',
};

/**
 * Enqueues a job in the transaction of what causes it. With a `key`, a job that waits already is not doubled; jobs of
 * one `queue` run one after the other, so that slow ones leave room for the rest.
 * @returns when the job runs: a job that waited already keeps its time
 */
export async function addJob<Name extends keyof JobPayloads>(
  db: Database,
  name: Name,
  payload: JobPayloads[Name],
  options: { key?: string; runAt?: Date; queue?: string } = {},
): Promise<Date> {
  const { key = null, runAt = null, queue = queues[name] ?? null } = options;
  const [row] = await db.run<{ run_at: Date }>(add, [name, JSON.stringify(payload), key, runAt, queue]);
  if (!row) throw new Error(`The job ${name} was not added`);
  return row.run_at;
}

const remove = statement('remove-job', 'SELECT graphile_worker.remove_job($1)');

/** Takes back the job that waits under a key, if there is one. */
export async function removeJob(db: Database, key: string): Promise<void> {
  await db.run(remove, [key]);
}

const removeFailed = statement(
  'remove-failed-mails',
  `SELECT (graphile_worker.complete_jobs(array_agg(id))).id FROM (
     SELECT id FROM graphile_worker.jobs
     WHERE task_identifier IN
         ('send-password-link', 'send-password-notice', 'send-deletion-notice', 'send-removed-notice')
       AND attempts >= max_attempts AND locked_at IS NULL AND updated_at < $1 LIMIT ${removalBatch}
   ) AS failed HAVING count(*) > 0`,
);

/** Removes the jobs of mails that were tried for the last time before `since`: they hold addresses. */
export async function removeFailedMails(db: Database, since: Date): Promise<void> {
  await deleteInBatches(db, removeFailed, [since]);
}

// The processes that run jobs share this lock; who can have it alone knows that every locked job's worker is gone.
const workersLock = 7_401_882_014;
const lockAlone = statement('lock-workers-alone', `SELECT pg_try_advisory_lock(${workersLock}) AS alone`);
const lockShared = statement('lock-workers-shared', `SELECT pg_advisory_lock_shared(${workersLock})`);
const unlockAlone = statement('unlock-workers-alone', `SELECT pg_advisory_unlock(${workersLock})`);
const unlockJobs = statement(
  'unlock-abandoned-jobs',
  `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
   FROM graphile_worker.jobs WHERE locked_by IS NOT NULL HAVING count(*) > 0`,
);

/**
 * Gives back the jobs that a killed process had taken (they would wait four hours) unless another process is alive.
 * `session` is one connection, kept open for as long as this process runs jobs.
 */
export async function takeOverAbandonedJobs(session: Database): Promise<void> {
  const [row] = await session.run<{ alone: boolean }>(lockAlone, []);
  if (row?.alone) await session.run(unlockJobs, []);
  await session.run(lockShared, []);
  if (row?.alone) await session.run(unlockAlone, []);
}

/**
 * Takes the database for `session` alone, until it is closed: what would run jobs waits.
 * @returns whether nothing runs them now
 */
export async function lockOutJobRunners(session: Database): Promise<boolean> {
  const [row] = await session.run<{ alone: boolean }>(lockAlone, []);
  return row?.alone ?? false;
}

const count = statement(
  'count-jobs',
  `SELECT count(*) FILTER (WHERE attempts < max_attempts AND run_at <= now()) AS due,
     count(*) FILTER (WHERE attempts < max_attempts AND run_at > now()) AS scheduled,
     count(*) FILTER (WHERE attempts >= max_attempts) AS failed,
     coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE attempts < max_attempts AND run_at <= now())), 0)::float8
       AS "oldestSeconds"
   FROM graphile_worker.jobs`,
);

/** How many jobs are due, wait for their time or were tried for the last time, and how long the oldest due one waits. */
export async function countJobs(db: Database) {
  type Counts = { due: number; scheduled: number; failed: number; oldestSeconds: number };
  const [row] = await db.run<Counts>(count, []);
  return row ?? { due: 0, scheduled: 0, failed: 0, oldestSeconds: 0 };
}
