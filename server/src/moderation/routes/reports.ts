import { calls } from '../../../../contract/src/calls/all.ts';
import { addressOf, countCall, publicReportLimits, refuse } from '../../http/rate-limits.ts';
import { readCursor, writeCursor } from '../../kernel/cursors.ts';
import type { Handlers } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { RateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';
import { addReportNote, decideReport, reportNotFound } from '../actions/report-decisions.ts';
import { reportContent, sendPublicReport } from '../actions/reports.ts';
import { reportPage, reportView } from '../views/reports.ts';

type Names =
  | 'reportContent'
  | 'sendPublicReport'
  | 'adminListReports'
  | 'adminDecideReport'
  | 'adminAddReportNote';

type Needs = {
  reads: FeedReads;
  writes: Writes;
  signer: Signer;
  limiter: RateLimiter;
  publicUrl: string;
  superAdminEmail: string | null;
};

export function reportRoutes({
  writes,
  reads,
  signer,
  limiter,
  publicUrl,
  superAdminEmail,
}: Needs): Handlers<Names> {
  const admin = (uid: string) => ({ uid, superAdminEmail });

  async function reportAnswer(reportId: string) {
    const report = await reportView(reads, reportId);
    if (!report) throw reportNotFound();
    return { report };
  }

  return {
    reportContent: async ({ input, session: { uid } }) => ({
      already: !(await reportContent(writes, uid, input)),
    }),

    sendPublicReport: async ({ input, session, request }) => {
      const uid = session?.uid ?? null;
      if (uid !== null) await countCall(limiter, calls.reportContent, uid);
      refuse(await limiter.take(`public report ${addressOf(request)}`, publicReportLimits));
      return { already: !(await sendPublicReport(writes, uid, publicUrl, input)) };
    },

    adminListReports: async ({ input: { state, cursor }, session: { uid } }) => {
      const list = `reports ${state ?? 'waiting'}`;
      const { items, next, waiting } = await reportPage(
        reads,
        admin(uid),
        state,
        readCursor(signer, list, cursor),
      );
      return { items, cursor: writeCursor(signer, list, next), waiting };
    },

    adminDecideReport: async ({ input, session: { uid } }) => {
      await decideReport(writes, admin(uid), input);
      return reportAnswer(input.reportId);
    },

    adminAddReportNote: async ({ input, session: { uid } }) => {
      await addReportNote(writes, admin(uid), input);
      return reportAnswer(input.reportId);
    },
  };
}
