import { localDay } from '../../../../contract/src/rules/buenos-aires.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { storedTopicDays } from '../../../../contract/src/rules/texts/topic-days.ts';
import { deleteExpiredPasswordTokens } from '../../accounts/store/accounts.ts';
import { deleteEndedRateLimits } from '../../accounts/store/rate-limits.ts';
import { deleteAdViews } from '../../ads/store/ad-days.ts';
import { deleteIdempotencyKeys } from '../../kernel/store/idempotency.ts';
import { removeFailedJobs, removeFailedMails } from '../../kernel/store/jobs.ts';
import { removeAccountsDue } from '../../leaving/jobs/remove-account.ts';
import { removeFile } from '../../media/actions/picture-copies.ts';
import { deleteUnclaimedUploads } from '../../media/store/uploads.ts';
import { deleteOldReports } from '../../moderation/store/reports.ts';
import { deleteOldNotifications } from '../../notifications/store/notifications.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Mailer } from '../../platform/outbound/mail.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { resumeRemovals } from '../../posts/actions/posts.ts';
import { resumeCommentRemovals } from '../../posts/jobs/remove-comment.ts';
import type { Sessions } from '../../sessions/actions/sessions.ts';
import { deleteOldTagUses } from '../../topics/store/tag-uses.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** By then nobody has looked into why a job failed for good. */
const failedJobDays = 30;
/** A draft whose post may have arrived waits on a phone until its owner opens the page again. */
const attemptDays = 7;

type Parts = {
  db: Database;
  files: FileStore;
  log: { warn: (detail: object, message: string) => void };
  mailer: Pick<Mailer, 'removeOldFiles'>;
  now: () => Date;
  sessions: Sessions;
};

export async function cleanUp({ db, files, log, mailer, now, sessions }: Parts): Promise<void> {
  const dayAgo = new Date(now().getTime() - dayMs);
  await sessions.removeExpired();
  await deleteExpiredPasswordTokens(db, now());
  await deleteEndedRateLimits(db, now());
  await removeFailedMails(db, dayAgo);
  const failedJobs = await removeFailedJobs(db, new Date(now().getTime() - failedJobDays * dayMs));
  if (failedJobs > 0) log.warn({ jobs: failedJobs }, `removed jobs that failed ${failedJobDays} days ago`);
  await deleteIdempotencyKeys(db, new Date(now().getTime() - attemptDays * dayMs));
  await deleteAdViews(db, localDay(dayAgo));
  await deleteOldTagUses(db, storedTopicDays(now())[0] ?? '');
  await deleteOldNotifications(db, new Date(now().getTime() - limits.notificationDays * dayMs));
  await deleteOldReports(db, new Date(now().getTime() - limits.reportDays * dayMs));
  await removeAccountsDue({ db, now });
  await resumeRemovals(db, new Date(now().getTime() - hourMs));
  await resumeCommentRemovals(db, new Date(now().getTime() - hourMs));
  await deleteUnclaimedUploads(db, dayAgo, async (keys) => {
    for (const key of keys) await removeFile(files, key);
  });
  await mailer.removeOldFiles();
}
