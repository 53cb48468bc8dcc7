import { Problem } from '../../../../contract/src/problem.ts';
import { localDay } from '../../../../contract/src/rules/buenos-aires.ts';
import { deleteAccount } from '../../accounts/actions/account-deletions.ts';
import { endOtherSessions, endOwnSession } from '../../accounts/actions/own-sessions.ts';
import { changePassword, confirmPassword } from '../../accounts/actions/passwords.ts';
import { SignInGuard } from '../../accounts/sign-in-guard.ts';
import { accountView, sessionsView } from '../../accounts/views/account.ts';
import { addressOf, countIfDone, downloadLimits, noticeLimits, refuse } from '../../http/rate-limits.ts';
import { cutSlowReader } from '../../http/slow-readers.ts';
import { type CallRequest, Attachment, type Handlers } from '../../kernel/route.ts';
import type { Session } from '../../kernel/session.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { NotificationReads } from '../../notifications/views/notification-reads.ts';
import type { RateLimiter, SharedRateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { zipOf } from '../../platform/files/zip.ts';
import { sessionLife } from '../../sessions/actions/sessions.ts';
import {
  deviceOwner,
  clearSessionCookie,
  setSessionCookie,
  type SessionCookies,
} from '../../sessions/session-cookie.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';
import { myData } from '../views/my-data.ts';

type Names =
  | 'getAccount'
  | 'changePassword'
  | 'confirmPassword'
  | 'getSessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'deleteAccount'
  | 'downloadMyData';

/** Concurrent downloads, each by another user. */
const maxDownloads = 16;
/** The minimum pace after a minute: a slower client would hold a slot that others need. */
const minimumPace = { graceMs: 60_000, bytesPerSecond: 16_384 };
/** A client that reads nothing for this long is disconnected. */
const stallMs = 120_000;

type Needs = SessionCookies & {
  name: string;
  publicUrl: string;
  officialUid: string | null;
  superAdminEmail: string | null;
  reads: FeedReads & NotificationReads;
  writes: Writes;
  files: FileStore;
  limiter: RateLimiter;
  sharedLimiter: SharedRateLimiter;
};

export function accountLifeRoutes(site: Needs): Handlers<Names> {
  const { writes, reads, limiter, files } = site;
  const guard = new SignInGuard(site.sharedLimiter);
  const downloading = new Set<string>();

  async function ownAccount(session: Session) {
    const account = await accountView(reads, session, { now: writes.now(), site });
    if (!account) throw new Problem('unauthenticated');
    return account;
  }

  // An open page must not allow faster password guessing than the sign-in form.
  async function withSignInGuard<T>(
    { session, request }: Pick<CallRequest<'deleteAccount'>, 'session' | 'request'>,
    work: () => Promise<T>,
  ): Promise<T> {
    const { email } = await ownAccount(session);
    const knownDevice = deviceOwner(site, request) === session.uid;
    const attempt = { email: email ?? '', address: addressOf(request), knownDevice };
    return guard.run(attempt, work);
  }

  const countNotice = <T>({ uid }: Session, work: () => Promise<T>) =>
    countIfDone(site.sharedLimiter, [{ key: `notices ${uid}`, limits: noticeLimits }], work);

  return {
    getAccount: async ({ session }) => {
      const wait = await limiter.wait(downloadsOf(session.uid), downloadLimits);
      const next = new Date(writes.now().getTime() + wait * 1_000);
      return { ...(await ownAccount(session)), nextDownloadAt: wait === 0 ? null : next.toISOString() };
    },

    changePassword: async ({ input, session, request, reply }) => {
      const token = await withSignInGuard({ session, request }, () =>
        countNotice(session, () => changePassword(writes, session, input)),
      );
      setSessionCookie(site, reply, token);
      return {};
    },

    confirmPassword: async ({ input: { password }, session, request }) => {
      await withSignInGuard({ session, request }, () => confirmPassword(writes, session, password));
      return {};
    },

    getSessions: async ({ session }) => {
      const now = writes.now();
      const idleSince = new Date(now.getTime() - sessionLife.idleMs);
      return { items: await sessionsView(reads, session, { now, idleSince }) };
    },

    endSession: async ({ input: { sessionId }, session, reply }) => {
      const { isCurrent } = await endOwnSession(writes, session, sessionId);
      if (isCurrent) clearSessionCookie(site, reply);
      return {};
    },

    endOtherSessions: async ({ session }) => ({ ended: await endOtherSessions(writes, session) }),

    deleteAccount: async ({ input: { uid, password }, session, request, reply }) => {
      const deletionAt = await withSignInGuard({ session, request }, () =>
        countNotice(session, () => deleteAccount(writes, session, { uid, password, site })),
      );
      clearSessionCookie(site, reply);
      reply.header('clear-site-data', '"cache", "storage"');
      return { deletionAt: deletionAt.toISOString() };
    },

    downloadMyData: async ({ session: { uid }, reply }) => {
      if (downloading.has(uid)) throw busy('Ya hay una descarga en curso. Probá de nuevo en unos minutos.');
      if (downloading.size >= maxDownloads)
        throw busy('Hay demasiadas descargas en curso. Probá de nuevo en unos minutos.');
      downloading.add(uid);
      try {
        refuse(await limiter.take(downloadsOf(uid), downloadLimits));
      } catch (error) {
        downloading.delete(uid);
        throw error;
      }
      const now = writes.now();
      const parts = { reads, files, siteName: site.name, publicUrl: site.publicUrl, now };
      const archive = zipOf(myData(parts, uid));
      archive.on('close', () => downloading.delete(uid));
      reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
      cutSlowReader(reply.raw, () => minimumPace);
      return new Attachment(archive, `mis-datos-${localDay(now)}.zip`);
    },
  };
}

const busy = (message: string) => new Problem('unavailable', message, { retryAfter: 60 });
const downloadsOf = (uid: string) => `download ${uid}`;
