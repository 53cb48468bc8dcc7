import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';

import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker';

import type { SiteAccounts } from '../../../../contract/src/rules/account-deletion.ts';
import { sendPasswordLink, sendPasswordNotice } from '../../accounts/jobs/send-password-mails.ts';
import { countClubMembers } from '../../clubs/jobs/count-members.ts';
import { refreshSuggestions } from '../../discovery/jobs/refresh-suggestions.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { JobPayloads } from '../../kernel/store/jobs.ts';
import {
  clockToleranceMs,
  forgetRunsAhead,
  joinSite,
  lockRunner,
  releaseJobsOfDead,
} from '../../kernel/store/site-processes.ts';
import type { Writes } from '../../kernel/writes.ts';
import { removeAccount } from '../../leaving/jobs/remove-account.ts';
import { sendDeletionNotice, sendRemovedNotice } from '../../leaving/jobs/send-deletion-mails.ts';
import type { LinkPreviews } from '../../links/actions/link-previews.ts';
import { removeOldPreviews } from '../../links/jobs/remove-old-previews.ts';
import { removePreviewPictures } from '../../links/jobs/remove-preview-pictures.ts';
import { removeFiles } from '../../media/jobs/remove-files.ts';
import { removeUnknownFiles } from '../../media/jobs/remove-unknown-files.ts';
import { markGroupsOlderRead, markOlderRead } from '../../notifications/jobs/mark-read.ts';
import { sendPush } from '../../notifications/jobs/send-push.ts';
import type { NotificationReads } from '../../notifications/views/notification-reads.ts';
import { Gate } from '../../platform/concurrency/gate.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Mailer } from '../../platform/outbound/mail.ts';
import {
  expectAnswer,
  isDatabaseUnavailable,
  type Pool,
  type Session,
} from '../../platform/postgres/database.ts';
import type { PushSender } from '../../platform/push/push-sender.ts';
import { attachLinkPreview } from '../../posts/jobs/attach-link-preview.ts';
import { notifyOfLikes } from '../../posts/jobs/notify-of-likes.ts';
import { removeComment } from '../../posts/jobs/remove-comment.ts';
import { countOfficialFollowers } from '../../profiles/jobs/count-official-followers.ts';
import { foldEarlierNames } from '../../profiles/jobs/fold-earlier-names.ts';
import { makeSitemap } from '../../reading/jobs/make-sitemap.ts';
import type { Sessions } from '../../sessions/actions/sessions.ts';
import { fanOutPosts } from '../../timeline/jobs/fan-out-posts.ts';
import { fanOutRepost, removeRepost } from '../../timeline/jobs/fan-out-repost.ts';
import { removePost } from '../../timeline/jobs/remove-post.ts';
import { trimTimelines } from '../../timeline/jobs/trim-timelines.ts';
import { enqueueFanOutsOlderThan } from '../../timeline/store/pending-fan-outs.ts';
import { indexTopics } from '../../topics/actions/index-topics.ts';
import { indexAccountTopics } from '../../topics/jobs/index-account-topics.ts';
import { indexEarlierTopics } from '../../topics/jobs/index-earlier-topics.ts';
import { cleanUp } from './clean-up.ts';
import { factsOf } from './earlier-facts.ts';

type Parts = Writes & {
  /** False: this process only enqueues jobs. */
  runsJobs: boolean;
  /** A crontab of the jobs that begin by the clock. The default is the product's own. */
  schedule?: string | undefined;
  pool: Pool;
  bus: Bus;
  files: FileStore;
  sessions: Sessions;
  linkPreviews: LinkPreviews;
  mailer: Mailer;
  push: PushSender | null;
  reads: NotificationReads;
  siteAccounts: SiteAccounts;
  siteName: string;
  publicUrl: string;
  log: { error: (detail: object, message: string) => void; warn: (detail: object, message: string) => void };
};

type Tasks = { [Name in keyof JobPayloads]: (payload: JobPayloads[Name]) => Promise<void> };

function jobTasks(parts: Parts): Tasks {
  return {
    'fan-out-posts': (payload) => fanOutPosts(parts, payload),
    'fan-out-post': ({ hasTopics = true, ...post }) =>
      fanOutPosts(parts, { posts: [{ ...post, hasTopics }] }),
    'index-topics': async (payload) => void (await indexTopics(parts, payload)),
    'index-account-topics': (payload) => indexAccountTopics(parts, payload),
    'index-earlier-topics': () => indexEarlierTopics(parts),
    'fold-earlier-names': () => foldEarlierNames(parts),
    'remove-post': (payload) => removePost(parts, payload),
    'notify-of-likes': (payload) => notifyOfLikes(parts, payload),
    'remove-comment': (payload) => removeComment(parts, payload),
    'forget-post': (payload) => removePost(parts, payload),
    'fan-out-repost': (payload) => fanOutRepost(parts, payload),
    'remove-repost': (payload) => removeRepost(parts, payload),
    'count-official-followers': (payload) => countOfficialFollowers(parts, payload),
    'remove-files': (payload) => removeFiles(parts, payload),
    'attach-link-preview': (payload) => attachLinkPreview(parts, payload),
    'remove-old-previews': () => removeOldPreviews(parts),
    'remove-preview-pictures': (payload) => removePreviewPictures(parts, payload),
    'send-password-link': (payload) => sendPasswordLink(parts, payload),
    'send-password-notice': (payload) => sendPasswordNotice(parts, payload),
    'send-deletion-notice': (payload) => sendDeletionNotice(parts, payload),
    'send-removed-notice': (payload) => sendRemovedNotice(parts, payload),
    'remove-account': (payload) => removeAccount(parts, payload),
    'send-push': (payload) => sendPush(parts, payload),
    'mark-notifications-read': (payload) => markOlderRead(parts, payload),
    'mark-notification-groups-read': (payload) => markGroupsOlderRead(parts, payload),
    'tell-site': async (earlier) => parts.bus.publish(factsOf(earlier)),
    'publish-facts': async ({ facts }) => parts.bus.publish(facts),
    'clean-up': () => cleanUp(parts),
    'remove-unknown-files': () => removeUnknownFiles(parts),
    'trim-timelines': () => trimTimelines(parts),
    'refresh-suggestions': () => refreshSuggestions(parts),
    'count-club-members': () => countClubMembers(parts),
    'make-sitemap': () => makeSitemap(parts),
  };
}

export type JobRunner = {
  /** Takes no more jobs and finishes those under way. This process stays registered as running. */
  finish: () => Promise<void>;
  stop: () => Promise<void>;
};

const restartDelayMs = 1_000;

/**
 * Registers this process as running and runs jobs until it is stopped, including those of killed processes.
 * Replaces a runner that gives up, as after a long database outage.
 */
export async function startJobs(parts: Parts): Promise<JobRunner> {
  const stopping = new AbortController();
  let current = await start(parts);
  const end = (async () => {
    for (;;) {
      await current.end;
      if (stopping.signal.aborted) return;
      parts.log.warn({}, 'the job runner stopped unexpectedly; restarting it');
      await current.leave();
      current = await restart(parts, stopping.signal);
      // Stopped during the restart.
      if (stopping.signal.aborted) await current.finish();
    }
  })();
  const finish = async () => {
    stopping.abort();
    await current.finish();
    await end;
  };
  return {
    finish,
    stop: async () => {
      await finish();
      await current.leave();
    },
  };
}

/** `end`: of its work. Others count this process as running until `leave`, which may come twice. */
type Runner = { end: Promise<unknown>; finish: () => Promise<void>; leave: () => Promise<void> };

const notRunning: Runner = { end: Promise.resolve(), finish: async () => {}, leave: async () => {} };

async function restart(parts: Parts, stopping: AbortSignal): Promise<Runner> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, restartDelayMs));
    if (stopping.aborted) return notRunning;
    try {
      return await start(parts);
    } catch (error) {
      if (!isDatabaseUnavailable(error))
        parts.log.error({ err: error }, 'the job runner could not be started');
    }
  }
}

async function start(parts: Parts): Promise<Runner> {
  const session = await parts.pool.session();
  const sessionEnd = new Promise<unknown>((resolve) => session.raw.once('end', resolve));
  try {
    await joinSite(session.db);
    if (!parts.runsJobs) {
      const watch = setInterval(() => void askSession(session).catch(() => undefined), watchMs);
      const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
      const end = Promise.race([sessionEnd, finished]).then(() => clearInterval(watch));
      return { end, finish: async () => finish(), leave: session.close };
    }
    return await startRunner(parts, session, sessionEnd);
  } catch (error) {
    await session.close();
    throw error;
  }
}

const frequentJobs = {
  'clean-up': '17 * * * *',
  'remove-unknown-files': '41 * * * *',
  'trim-timelines': '29 * * * *',
  'refresh-suggestions': '*/10 * * * *',
  'count-club-members': '* * * * *',
  // Also the key of the job that continues it.
  'index-earlier-topics': '*/5 * * * *',
  'fold-earlier-names': '*/5 * * * *',
};
const nightlyJobs = {
  'remove-old-previews': '53 8 * * *',
  'make-sitemap': '7 7 * * *',
};

// Each has its name as key, so that only one is ever queued: after the machine has slept, the runner enqueues
// the jobs of all those minutes at once.
const crontab = (jobs: Record<string, string>, options = '') =>
  Object.entries(jobs).map(([name, times]) => `${times} ${name} ?jobKey=${name}${options}`);

// A machine that is off each night would never begin the nightly ones: its next start does.
const ownSchedule = [...crontab(frequentJobs), ...crontab(nightlyJobs, '&fill=1d')].join('\n');

const maxFailedPolls = 2;
const completedTogetherMs = 50;

async function startRunner(parts: Parts, session: Session, sessionEnd: Promise<unknown>): Promise<Runner> {
  const id = `runner-${randomUUID()}`;
  await lockRunner(session.db, id);
  await releaseJobsOfDead(parts.pool);
  await enqueueFanOutsOlderThan(parts.pool, 0);
  await forgetRunsAhead(parts.pool);
  // A runner whose first query failed keeps failing forever (graphile-worker 0.18).
  let failedPolls = 0;
  let fetchJobs = (): void => {};
  const events: WorkerEvents = new EventEmitter();
  // The runner locks jobs under this id, the first ones only after this event.
  events.on('pool:create', ({ workerPool }) => (workerPool.id = id));
  events.on('localQueue:getJobs:complete', () => (failedPolls = 0));
  // Fetches the next job of a queue when the previous one completes, not at the next poll.
  events.on('localQueue:init', ({ localQueue }) => {
    fetchJobs = () => localQueue.pulse(1);
    events.on('job:complete', ({ job }) => {
      if (job.job_queue_id !== null) setTimeout(fetchJobs, 2 * completedTogetherMs);
    });
  });
  let scheduledUntil = 0;
  events.on('cron:scheduled', ({ timestamp }) => (scheduledUntil = timestamp));
  const runner = await run({
    pgPool: parts.pool.raw,
    taskList: jobTasks(inBackground(parts)) as TaskList,
    events,
    crontab: parts.schedule ?? ownSchedule,
    // Some wait for slow web pages, mail servers or push services.
    concurrency: 6,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      const isFailedPoll = message.startsWith('Error occurred fetching jobs');
      if (isFailedPoll && ++failedPolls === maxFailedPolls) void runner.stop().catch(() => undefined);
      if (level === 'error') parts.log.error({ err: meta?.['error'] }, message);
      else if (level === 'warning') parts.log.warn({}, message);
    }),
    preset: { worker: { localQueue: { size: 6 }, completeJobBatchDelay: completedTogetherMs } },
  });
  const stopIfClockWasSetBack = () => {
    // Until its time comes again, this schedule would begin nothing.
    if (scheduledUntil - Date.now() < clockToleranceMs) return;
    parts.log.warn({}, 'the clock was set back: the schedule of jobs begins again');
    void runner.stop().catch(() => undefined);
  };
  const watch = watchRunners(parts, session, { fetchJobs, stopIfClockWasSetBack });
  // Without this session's locks others take this runner for dead. The next runner opens another session.
  void sessionEnd.then(() => runner.stop()).catch(() => undefined);
  return {
    end: runner.promise.catch(() => undefined).then(() => clearInterval(watch)),
    // It may already have stopped by itself.
    finish: () => runner.stop().catch(() => undefined),
    leave: session.close,
  };
}

const transactionsOfJobs = 2;

// Six concurrent fan-outs took half of the connections and both cores from requests.
function inBackground(parts: Parts): Parts {
  const gate = new Gate(transactionsOfJobs, Infinity);
  return { ...parts, transaction: (work) => gate.run(() => parts.transaction(work)) };
}

const watchMs = 20_000;

type RunnerControls = { fetchJobs: () => void; stopIfClockWasSetBack: () => void };

function watchRunners({ pool, log }: Parts, session: Session, runner: RunnerControls): NodeJS.Timeout {
  const look = async () => {
    runner.stopIfClockWasSetBack();
    try {
      // Only a query reveals that the session has ended, which then stops this runner.
      await askSession(session);
      if ((await releaseJobsOfDead(pool)) > 0) runner.fetchJobs();
      await enqueueFanOutsOlderThan(pool, watchMs);
    } catch (error) {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error }, 'abandoned jobs and fan-outs could not be taken over');
    }
  };
  return setInterval(() => void look(), watchMs);
}

async function askSession(session: Session): Promise<void> {
  await expectAnswer(session, session.raw.query('SELECT'));
}
