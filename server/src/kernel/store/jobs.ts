import { type Database, statement } from '../../platform/postgres/database.ts';
import type { Fact } from '../facts.ts';
import { deleteInBatches, removalBatch } from './batches.ts';

export type JobPayloads = {
  /** Up to 32 posts. */
  'fan-out-posts': {
    posts: readonly {
      postId: string;
      ownerUid: string;
      hasTopics: boolean;
      onTimelines?: boolean;
      /** In a job of the previous version: the post is still to be listed under it. */
      club?: string;
    }[];
  };
  /** Enqueued by the previous version. */
  'fan-out-post': { postId: string; ownerUid: string; club?: string; hasTopics?: boolean };
  'index-topics': { postId: string; before: readonly string[] };
  'index-account-topics': { uid: string; before?: string; after?: string };
  'index-earlier-topics': Record<string, never>;
  'fold-earlier-names': Record<string, never>;
  'remove-post': {
    postId: string;
    ownerUid: string;
    club?: string;
    from?: { step: string; after: string };
  };
  /** Absent `byAuthor`: nobody is to be told of another comment in place of this one. */
  'remove-comment': {
    postId: string;
    commentId: string;
    byAuthor?: { uid: string; deletingUid: string };
  };
  /** Enqueued by the previous version, which had already deleted the post's own rows. */
  'forget-post': { postId: string; ownerUid: string };
  'fan-out-repost': { postId: string; uid: string; entryId: string; authorUid: string };
  'remove-repost': { uid: string; entryId: string };
  'count-official-followers': { uid: string };
  'remove-files': { keys: readonly string[] };
  'attach-link-preview': { postId: string; link: string };
  'remove-old-previews': Record<string, never>;
  'remove-preview-pictures': { keys: readonly string[] };
  'send-password-link': { email: string };
  /** `kept`: the session that changed the password stays signed in. */
  'send-password-notice': { uid: string; kept?: boolean };
  'send-deletion-notice': { uid: string };
  'send-removed-notice': { email: string };
  /** `again`: a second pass, for rows that were written during the first. */
  'remove-account': { uid: string; again?: boolean };
  'send-push': { uid: string; deviceId?: string };
  /** Up to 256 people, who may have taken the like back since. */
  'notify-of-likes': { postId: string; uids: readonly string[] };
  'mark-notifications-read': { uid: string; until: string; at: string };
  'mark-notification-groups-read': {
    uid: string;
    groups: readonly {
      type: string;
      postId: string;
      /** Absent in a job of the previous version. */
      commentId?: string | null;
      before: string;
      from: string;
    }[];
    at: string;
  };
  'publish-facts': { facts: readonly Fact[] };
  /** Enqueued by the previous version instead of `publish-facts`. */
  'tell-site': { name: string; event: Record<string, unknown> };
  'clean-up': Record<string, never>;
  'remove-unknown-files': Record<string, never>;
  'trim-timelines': Record<string, never>;
  'refresh-suggestions': Record<string, never>;
  'count-club-members': Record<string, never>;
  'make-sitemap': Record<string, never>;
};

export const maxAttempts = 10;

const add = statement(
  'add-job',
  `SELECT run_at FROM graphile_worker.add_job(
     $1, payload => $2::json, job_key => $3, run_at => $4, max_attempts => ${maxAttempts}, job_key_mode => 'preserve_run_at',
     queue_name => $5)`,
);

// A hanging mail server delays only mails.
const queues: Partial<Record<keyof JobPayloads, string>> = {
  'send-password-link': 'mails',
  'send-password-notice': 'mails',
  'send-deletion-notice': 'mails',
  'send-removed-notice': 'mails',
};

/**
 * `key` dedupes waiting jobs. Jobs of one `queue` run one after the other, so slow ones leave workers for
 * the rest.
 * @returns when the job runs: a job that was already waiting keeps its time
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

const resume = statement(
  'resume-job',
  `WITH job AS (SELECT id, attempts >= max_attempts AS is_failed FROM graphile_worker.jobs WHERE key = $1),
     resumed AS (SELECT graphile_worker.reschedule_jobs(
       ARRAY(SELECT id FROM job WHERE is_failed), run_at => now(), attempts => 0))
   SELECT id, (SELECT count(*) FROM resumed) FROM job`,
);

/**
 * Runs a job again that has no attempts left, with its own payload; one that has is left alone.
 * @returns whether there is a job with this key
 */
export async function resumeJob(db: Database, key: string): Promise<boolean> {
  return (await db.run(resume, [key])).length > 0;
}

const remove = statement('remove-job', 'SELECT graphile_worker.remove_job($1)');

export async function removeJob(db: Database, key: string): Promise<void> {
  await db.run(remove, [key]);
}

const removeFailedOf = (name: string, which = 'true') =>
  statement(
    name,
    `SELECT (graphile_worker.complete_jobs(array_agg(id))).id FROM (
       SELECT id FROM graphile_worker.jobs
       WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < $1 AND ${which} LIMIT ${removalBatch}
     ) AS failed HAVING count(*) > 0`,
  );

const removeMails = removeFailedOf(
  'remove-failed-mails',
  `task_identifier IN
     ('send-password-link', 'send-password-notice', 'send-deletion-notice', 'send-removed-notice')`,
);

/** Removes mail jobs whose last attempt failed before `since`: they hold e-mail addresses. */
export async function removeFailedMails(db: Database, since: Date): Promise<void> {
  await deleteInBatches(db, removeMails, [since]);
}

const removeAny = removeFailedOf('remove-failed-jobs');

/** Removes jobs whose last attempt failed before `since`. @returns how many */
export function removeFailedJobs(db: Database, since: Date): Promise<number> {
  return deleteInBatches(db, removeAny, [since]);
}

const count = statement(
  'count-jobs',
  `SELECT count(*) FILTER (WHERE attempts < max_attempts AND run_at <= now())
       + (SELECT count(*) FROM pending_fan_outs) AS due,
     count(*) FILTER (WHERE attempts < max_attempts AND run_at > now()) AS scheduled,
     count(*) FILTER (WHERE attempts >= max_attempts) AS failed,
     coalesce(extract(epoch FROM now() - least(
       min(run_at) FILTER (WHERE attempts < max_attempts AND run_at <= now()),
       (SELECT min(created_at) FROM pending_fan_outs))), 0)::float8 AS "oldestSeconds"
   FROM graphile_worker.jobs`,
);

/** `failed` jobs have no attempts left. Fan-outs without a job count as due; the oldest has waited `oldestSeconds`. */
export async function countJobs(db: Database) {
  type Counts = { due: number; scheduled: number; failed: number; oldestSeconds: number };
  const [row] = await db.run<Counts>(count, []);
  return row ?? { due: 0, scheduled: 0, failed: 0, oldestSeconds: 0 };
}
